// Handles the records of a stateless pool, those of each shard in order: stateless.js POOL WORKER SLOTS
const [{ randomUUID }, avro, { Kafka, Partitioners, logLevel }] = ['crypto', 'avsc', 'kafkajs'].map(name => require(name))
const env = (name, otherwise) => process.env[`ROTA_${name}`] || otherwise
const [pool, worker, slots, prefix] = [...process.argv.slice(2, 5), env('TOPIC_PREFIX', '')]
const [workers, assignments, changes] = ['workers', 'assignments', 'worker-events'].map(name => `${prefix}shards.${name}`)
const kafka = new Kafka({ brokers: env('KAFKA_BOOTSTRAP_SERVERS', 'localhost:9092').split(','), logLevel: logLevel.ERROR })
const producer = kafka.producer({ idempotent: true, createPartitioner: Partitioners.DefaultPartitioner })
const [consumer, known] = [kafka.consumer({ groupId: `${worker}-${randomUUID()}` }), {}]
const [incarnation, turns, running, life, now] = [randomUUID(), new Map(), new Set(), {}, () => performance.now()]

async function handle ({ payload }, token) { // yours; an error: a failed attempt; a store can refuse a token below the last
  if (['', 'later'].includes(String(payload))) return { status: payload.length ? 'RETRY' : 'INVALID', reason: 'no number' }
  return { status: 'SUCCEEDED', output: Buffer.from(String(2n * BigInt(String(payload)))) }
}

const patient = (call, until = 60000) => call().catch(error => { // brokers start without leaders, registries without schemas
  if (performance.now() > until) throw new Error(`expected Kafka with Rota's topics within a minute, but ${error.message}`)
  return new Promise(resolve => setTimeout(resolve, 1000)).then(() => patient(call, until))
})
const registry = path => (known[path] ||= patient(() => fetch(env('SCHEMA_REGISTRY_URL', 'http://localhost:8081') + path)
  .then(body => body.json()).then(({ id, schema }) => ({ id, type: avro.Type.forSchema(JSON.parse(schema)) })), Infinity))
const offsets = topic => patient(() => {
  const admin = kafka.admin() // a new one, since it keeps for minutes what it knows of leaders
  return admin.connect().then(() => admin.fetchTopicOffsets(topic)).finally(() => admin.disconnect())
})

async function send (kind, event, often = call => call()) { // an event that cannot be encoded ends the worker
  const { id, type } = await registry(`/subjects/${workers}-value/versions/latest`)
  const bytes = type.toBuffer({ pool, worker, event: { [`dev.rota.shards.${kind}`]: { ...event, incarnation } } })
  const value = Buffer.concat([Buffer.from([0, id >> 24, id >> 16, id >> 8, id]), bytes])
  await often(() => producer.send({ topic: workers, messages: [{ key: worker, value }] }))
}

async function work ({ shard, token, batch, quantumMs, transactions }, began) {
  const [receipts, isLost, due] = [[], () => turns.get(shard).token > token, Math.min(began + quantumMs, now() + 1000)]
  for (const record of transactions) { // those without a receipt come again
    const again = ['RETRY', 'FAILED'].includes(receipts.at(-1)?.status)
    if (life.leaving || isLost() || again || (receipts.length && now() >= due)) break
    const result = await handle(record, token).catch(error => ({ status: 'FAILED', reason: error.message.slice(0, 1000) }))
    receipts.push({ transaction: record.id, ...result })
  }
  const [elapsedMs, error] = [Math.round(now() - began), isLost() ? 'superseded' : null] // which frees its slot
  const report = { shard, token, batch, elapsedMs, receipts, error }
  if (error || receipts.length) await send('BatchExecuted', report, call => patient(call, Infinity))
}

async function read ({ topic, message: { key, value } }) {
  if (String(key) !== worker) return
  const event = (await registry(`/schemas/ids/${value.readInt32BE(1)}`)).type.fromBuffer(value.subarray(5))
  if (event.kind === 'SUPERSEDED' && event.incarnation === incarnation) process.exit(1) // another has taken the name
  const { token, batch, began } = turns.get(event.shard) || { token: 0, batch: 0 }
  const isRepeated = event.token < token || (event.token === token && event.batch <= batch)
  if (topic !== assignments || event.pool !== pool || isRepeated) return
  const turn = { token: event.token, batch: event.batch, began: event.token > token ? now() : began }
  const task = turns.set(event.shard, turn) && work(event, turn.began).finally(() => running.delete(task))
  running.add(task)
}

(async () => {
  await patient(() => Promise.all([producer.connect(), consumer.connect()]))
  const ends = await offsets(assignments) // batches of this incarnation come after it has announced itself
  await patient(() => consumer.subscribe({ topics: [assignments, changes] }))
  await consumer.run({ eachMessage: read })
  ends.forEach(({ partition, high }) => consumer.seek({ topic: assignments, partition, offset: high }))
  const ready = () => life.leaving || send('WorkerReady', { slots: Number(slots) }).catch(e => console.error(e.message))
  process.on('SIGTERM', () => { life.leaving = true })
  process.on('SIGTERM', () => Promise.all(running).then(() => send('WorkerLeft')).then(() => process.exit()))
  Promise.resolve(ready()).then(() => setInterval(ready, 5000))
})().catch(({ message }) => console.error(message) || process.exit(1))
