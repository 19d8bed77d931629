// A bot that runs COMMAND for each lease, with the job's payload on standard input: bot.js BOT CAPACITY COMMAND...
const { spawn } = require('child_process')
const { randomUUID } = require('crypto')
const avro = require('avsc')
const { Kafka, Partitioners, logLevel } = require('kafkajs')

const [bot, capacity, command, ...args] = process.argv.slice(2)
const brokers = (process.env.ROTA_KAFKA_BOOTSTRAP_SERVERS || 'localhost:9092').split(',')
const registryUrl = process.env.ROTA_SCHEMA_REGISTRY_URL || 'http://localhost:8081'
const [bots, assignments] = ['jobs.bots', 'jobs.assignments'].map(name => (process.env.ROTA_TOPIC_PREFIX || '') + name)
const [syncEveryMs, killAfterMs] = [5000, 10000]

const patient = (call, until = 60000) => call().catch(error => { // brokers start without leaders, registries without schemas
  if (performance.now() > until) throw new Error(`expected Kafka with Rota's topics within a minute, but ${error.message}`)
  return new Promise(resolve => setTimeout(resolve, 1000)).then(() => patient(call, until))
})

const registry = path => (known[path] ||= patient(() => fetch(registryUrl + path).then(answer => answer.json())
  .then(({ id, schema }) => ({ id, type: avro.Type.forSchema(JSON.parse(schema)) })), Infinity))

async function decode (value) {
  return (await registry(`/schemas/ids/${value.readInt32BE(1)}`)).type.fromBuffer(value.subarray(5))
}

async function encode (topic, event) {
  const { id, type } = await registry(`/subjects/${topic}-value/versions/latest`)
  return Buffer.concat([Buffer.from([0, id >> 24, id >> 16, id >> 8, id]), type.toBuffer(event)])
}

const kafka = new Kafka({ clientId: bot, brokers, logLevel: logLevel.ERROR })
const producer = kafka.producer({ idempotent: true, createPartitioner: Partitioners.DefaultPartitioner })
const consumer = kafka.consumer({ groupId: `${bot}-${randomUUID()}` })
const offsets = topic => patient(() => {
  const admin = kafka.admin() // a new one, since it keeps for minutes what it knows of leaders
  return admin.connect().then(() => admin.fetchTopicOffsets(topic)).finally(() => admin.disconnect())
})
const [held, stopping, seen, known] = [new Map(), new Set(), new Set(), {}]
let [session, inFlight, draining, timer] = [randomUUID(), false, false, null]

function start ({ job, lease, attempt, payload }) {
  const env = { ...process.env, ROTA_JOB: job, ROTA_ATTEMPT: attempt }
  seen.add(job + lease) // a consumer that resumes at a committed offset reads some events again
  const child = spawn(command, args, { env, detached: true, stdio: ['pipe', 'inherit', 'inherit'] })
  held.set(lease, { job, lease, state: 'ACTIVE', child })
  child.on('exit', code => {
    stopping.delete(child)
    if (held.has(lease)) Object.assign(held.get(lease), { state: 'COMPLETED', exitCode: code === null ? -1 : code })
    sync()
  })
  child.stdin.on('error', () => {}) // a command need not read its payload
  child.stdin.end(payload || '')
}

function stop ({ child, lease, state }) {
  held.delete(lease)
  if (state === 'COMPLETED') return
  stopping.add(child)
  process.kill(-child.pid, 'SIGTERM')
  setTimeout(() => stopping.has(child) && process.kill(-child.pid, 'SIGKILL'), killAfterMs)
}

function obey (event) {
  if (event.session !== session) return
  if (event.kind === 'ASSIGNED') return seen.has(event.job + event.lease) || start(event)
  if (event.kind === 'SESSION_ENDED') session = randomUUID()
  const ended = event.kind === 'SESSION_ENDED' ? [...held.values()] : [held.get(event.lease)]
  ended.filter(each => each).forEach(stop)
  sync()
}

async function say (event) {
  await producer.send({ topic: bots, messages: [{ key: bot, value: await encode(bots, { bot, session, event }) }] })
}

async function sync () { // one is in flight; what no broker acknowledged is part of the next
  if (inFlight) return
  inFlight = true
  clearTimeout(timer)
  const leases = [...held.values()].map(({ child, ...report }) => report)
  const status = draining ? 'BOT_TERMINATING' : 'OK'
  const event = draining && !held.size && !stopping.size ? { 'dev.rota.jobs.BotClosed': {} }
    : { 'dev.rota.jobs.BotSync': { status, capacity: Number(capacity), leases } }
  await say(event).then(() => leases.filter(each => each.state === 'COMPLETED').forEach(each => held.delete(each.lease)),
    error => console.error(`expected an acknowledged sync, but ${error.message}`))
  inFlight = false
  if (event['dev.rota.jobs.BotClosed']) process.exit()
  timer = setTimeout(sync, [...held.values()].some(each => each.state === 'COMPLETED') ? 0 : syncEveryMs)
}

async function main () {
  await patient(() => Promise.all([producer.connect(), consumer.connect()]))
  const ends = await offsets(assignments) // what concerns this session comes after its first sync
  await patient(() => consumer.subscribe({ topic: assignments }))
  await consumer.run({ eachMessage: async ({ message: m }) => String(m.key) === bot && obey(await decode(m.value)) })
  ends.forEach(({ partition, offset }) => consumer.seek({ topic: assignments, partition, offset }))
  process.on('SIGTERM', () => { draining = true; sync() })
  sync()
}
main().catch(({ message }) => console.error(message) || process.exit(1))
