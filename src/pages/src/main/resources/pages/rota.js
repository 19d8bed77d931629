// Live updates, and the check of a chain in the browser. Without this script, pages do not refresh.
'use strict';

(() => {
  const INTERVAL_MS = 2000;
  const bar = document.getElementById('live-bar');
  const toggle = document.getElementById('live-toggle');
  const count = document.getElementById('live-count');
  let paused = false;
  let asking = false;
  let shown = '';
  let since = seqOf(document);

  function seqOf(page) {
    const seq = page.querySelector('#seq');
    return seq ? Number(seq.dataset.seq) : 0;
  }

  // Returns whether the content must not change now: the page is hidden, or its reader types or has selected text.
  function still(live) {
    if (document.hidden) return true;
    const selection = document.getSelection();
    if (selection && !selection.isCollapsed && live.contains(selection.anchorNode)) return true;
    const active = document.activeElement;
    return Boolean(active) && live.contains(active) && active.matches('input, select');
  }

  // Asks whether anything was decided, and replaces the content of #live: the server is the only renderer.
  async function refresh() {
    if (asking || still(document.getElementById('live'))) return;
    asking = true;
    try {
      const answer = await fetch(location.href, {headers: {Accept: 'text/html', 'If-None-Match': shown}});
      const text = await answer.text();
      if (answer.ok) take(new DOMParser().parseFromString(text, 'text/html'), answer.headers.get('ETag'));
      if (!paused) count.textContent = answer.ok || answer.status === 304 ? 'live' : 'reconnecting';
    } catch (e) {
      if (!paused) count.textContent = 'reconnecting';
    } finally {
      asking = false;
    }
  }

  function take(page, tag) {
    const live = document.getElementById('live');
    const fresh = page.getElementById('live');
    if (paused) {
      const seq = seqOf(page);
      count.textContent = seq > since ? `${seq - since} new` : 'paused';
      return;
    }
    // Checked again: the reader may have begun to type while the answer was pending.
    if (!fresh || still(live)) return;
    const open = [...live.querySelectorAll('details')].map((each) => each.open);
    const at = document.activeElement && live.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
    live.replaceChildren(...fresh.childNodes);
    live.querySelectorAll('details').forEach((each, i) => { each.open = Boolean(open[i]); });
    if (at) {
      const again = [...live.querySelectorAll('a')].find((link) => link.getAttribute('href') === at);
      if (again) again.focus({preventScroll: true});
    }
    shown = tag || '';
    since = seqOf(document);
    wire();
  }

  if (document.body.dataset.live === 'true') {
    bar.hidden = false;
    count.textContent = 'live';
    toggle.addEventListener('click', () => {
      paused = !paused;
      toggle.setAttribute('aria-pressed', String(paused));
      toggle.textContent = paused ? 'Resume' : 'Pause';
      count.textContent = paused ? 'paused' : 'live';
      refresh();
    });
    document.addEventListener('visibilitychange', refresh);
    setInterval(refresh, INTERVAL_MS);
  }

  // The page of a running replay reloads until the replay is done.
  const task = document.getElementById('task');
  if (task && task.dataset.running === 'true') setTimeout(() => location.reload(), 1000);

  // ---- The chain -------------------------------------------------------------------------------------------------

  const utf8 = new TextEncoder();

  function bytesOf(base64) {
    return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  }

  function hexOf(bytes) {
    return [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
  }

  function unhex(hex) {
    return Uint8Array.from(hex.match(/../g) || [], (two) => parseInt(two, 16));
  }

  // A link of the chain, as engine/machine/Chain defines it: numbers are big-endian; texts and bytes follow their length.
  class Link {
    constructor() { this.parts = []; }
    raw(bytes) { this.parts.push(bytes); return this; }
    int(number) { const b = new Uint8Array(4); new DataView(b.buffer).setInt32(0, number); return this.raw(b); }
    long(text) { const b = new Uint8Array(8); new DataView(b.buffer).setBigInt64(0, BigInt(text)); return this.raw(b); }
    byte(number) { return this.raw(Uint8Array.of(number)); }
    kind(letter) { return this.byte(letter.charCodeAt(0)); }
    bytes(bytes) { return this.int(bytes.length).raw(bytes); }
    text(text) { return this.bytes(utf8.encode(text)); }
    async digest() {
      const whole = new Uint8Array(this.parts.reduce((sum, part) => sum + part.length, 0));
      let at = 0;
      for (const part of this.parts) { whole.set(part, at); at += part.length; }
      return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
    }
  }

  const FRAME = 5;

  function schemaId(framed) {
    return new DataView(framed.buffer, framed.byteOffset).getInt32(1);
  }

  // Recomputes the head after the last record, from the head of the first checkpoint.
  async function recompute(stretch, progress) {
    let head = unhex(stretch.from);
    let declared = new Uint8Array(32);
    let rules = 0;
    let decisions = 0;
    const fingerprints = new Map();
    const fingerprint = (framed) => {
      const known = fingerprints.get(schemaId(framed));
      if (!known) throw new Error(`schema ${schemaId(framed)} was never declared in the log`);
      return known;
    };
    for (const [i, record] of stretch.records.entries()) {
      if (record.kind === 'S') {
        // The fingerprint is the hash of the schema's text in its canonical form, and the log record contains it.
        fingerprints.set(record.id, unhex(record.fingerprint));
        declared = await new Link().raw(declared).kind('S').long(record.offset).long(record.time)
          .text(record.fingerprint).text(record.text).digest();
        continue;
      }
      if (record.kind === 'L') {
        rules = Math.max(rules, record.number);
        const link = new Link().raw(declared).kind('L').long(record.offset).long(record.time)
          .int(record.number).int(record.partitions);
        if (record.format !== 1 || record.build) link.int(record.format);
        if (record.build) link.text(record.build);
        declared = await link.digest();
        continue;
      }
      if (record.kind === 'M') {
        declared = await new Link().raw(declared).kind('M').long(record.offset).long(record.time)
          .int(record.version).text(record.text).digest();
        continue;
      }
      const link = new Link().raw(head).raw(declared).kind(record.kind).int(rules).int(stretch.partition)
        .long(record.offset).long(record.time);
      if (record.kind === 'E' || record.kind === 'D') {
        const value = bytesOf(record.value);
        if (record.kind === 'D') link.int(record.mapping);
        link.text(record.source).text(record.sourceId).text(record.type).raw(fingerprint(value)).bytes(value.subarray(FRAME));
      } else if (record.kind === 'R') {
        link.text(record.source).text(record.sourceId).text(record.reason).text(record.message);
        if (record.value === null) link.byte(0); else link.byte(1).bytes(bytesOf(record.value));
      } else if (record.kind === 'A') {
        link.int(record.attended.length / 2);
        record.attended.forEach((time) => link.long(time));
      }
      link.int(record.decisions.length);
      for (const decision of record.decisions) {
        const value = bytesOf(decision.value);
        link.text(decision.topic).bytes(bytesOf(decision.key)).raw(fingerprint(value)).bytes(value.subarray(FRAME));
        decisions++;
      }
      head = await link.digest();
      if (i % 500 === 0) progress(i, stretch.records.length);
    }
    return {head: hexOf(head), decisions};
  }

  async function records(button) {
    const {domain, unit, from, to} = button.dataset;
    const asked = await fetch('/tasks/chain', {method: 'POST', body: new URLSearchParams({domain, unit, from, to})});
    const task = await asked.json();
    if (!task.task) throw new Error(task.problem);
    for (;;) {
      const answer = await fetch(`/task.json?${new URLSearchParams({id: task.task})}`);
      const body = await answer.json();
      if (answer.status === 200) return body;
      if (answer.status !== 202) throw new Error(body.problem || body.state);
      await new Promise((done) => setTimeout(done, 200));
    }
  }

  async function check(button) {
    const status = button.parentElement.querySelector('.checked');
    const say = (text, mood) => { status.textContent = text; status.className = `checked ${mood}`; };
    if (!window.crypto || !crypto.subtle) {
      say('A browser hashes on localhost and over HTTPS only.', 'bad');
      return;
    }
    button.disabled = true;
    say('reading the records …', '');
    try {
      const stretch = await records(button);
      const {head, decisions} = await recompute(stretch, (done, all) => say(`${done} of ${all} records`, ''));
      if (head === stretch.to) {
        say(`The chain holds: ${decisions} decisions, head ${head.slice(0, 8)}.`, 'good');
      } else {
        say(`The chain does not hold: the records give ${head.slice(0, 8)}, the checkpoint has ${stretch.to.slice(0, 8)}.`, 'bad');
      }
    } catch (e) {
      say(`Not checked: ${e.message}`, 'bad');
    } finally {
      button.disabled = false;
    }
  }

  function wire() {
    document.querySelectorAll('button.check').forEach((button) => { button.onclick = () => check(button); });
  }

  wire();
})();
