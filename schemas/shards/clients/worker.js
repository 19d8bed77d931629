// A worker that counts the transactions of each shard in the shard's state: worker.js POOL WORKER SLOTS
const { randomUUID } = require('crypto')
const avro = require('avsc')
const { Kafka, Partitioners, logLevel } = require('kafkajs')

const [pool, worker, slots] = process.argv.slice(2)
const brokers = (process.env.ROTA_KAFKA_BOOTSTRAP_SERVERS || 'localhost:9092').split(',')
const registryUrl = process.env.ROTA_SCHEMA_REGISTRY_URL || 'http://localhost:8081'
const [workers, assignments, blocks, changes] = ['workers', 'assignments', 'blocks', 'worker-events']
  .map(name => `${process.env.ROTA_TOPIC_PREFIX || ''}shards.${name}`)
const heartbeatEveryMs = 5000
const known = {}

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

const kafka = new Kafka({ clientId: worker, brokers, logLevel: logLevel.ERROR })
const producer = kafka.producer({ idempotent: true, createPartitioner: Partitioners.DefaultPartitioner })
const consumer = kafka.consumer({ groupId: `${worker}-${randomUUID()}` })
const offsets = topic => patient(() => {
  const admin = kafka.admin() // a new one, since it keeps for minutes what it knows of leaders
  return admin.connect().then(() => admin.fetchTopicOffsets(topic)).finally(() => admin.disconnect())
})
const incarnation = randomUUID()
const shards = new Map()

function shardOf (name) { // height and state of its last block; the batch in hand; the last turn and batch seen
  const none = { height: 0, token: 0, state: new Map(), batch: null, turn: 0, number: 0, began: 0 }
  return shards.get(name) || shards.set(name, none).get(name)
}

// Yours: receipts of the first transactions, and what they change. The same input must give the same result.
function execute (state, transactions) {
  const count = Number(state.get('count') || 0) + transactions.length
  const receipts = transactions.map(({ id }) => ({ transaction: id, status: 'SUCCEEDED' }))
  return { receipts, stateDiff: [{ key: Buffer.from('count'), value: Buffer.from(String(count)) }] }
}

async function say (event) {
  await producer.send({ topic: workers, messages: [{ key: worker, value: await encode(workers, { pool, worker, event }) }] })
}

function report ({ shard, token, batch }, result) {
  const elapsedMs = Math.round(performance.now() - shardOf(shard).began)
  return say({ 'dev.rota.shards.BatchExecuted': { shard, token, batch, elapsedMs, incarnation, ...result } })
}

async function read (topic, event) {
  if (event.pool !== pool) return
  if (event.kind === 'SUPERSEDED' && event.incarnation === incarnation) process.exit(1) // another has taken the name
  if (topic === changes) return
  const shard = shardOf(event.shard)
  if (topic === blocks && event.height === shard.height + 1) {
    Object.assign(shard, { height: event.height, token: event.token })
    event.stateDiff.forEach(({ key, value }) => shard.state.set(String(key), value)) // null: deleted
  } else if (topic === assignments && event.worker === worker && event.token >= shard.turn) {
    if (event.token === shard.turn && event.batch <= shard.number) return // a repetition
    const lost = event.token > shard.turn && shard.batch
    if (event.token > shard.turn) shard.began = performance.now()
    Object.assign(shard, { batch: event, turn: event.token, number: event.batch })
    if (lost) await report(lost, { error: 'superseded' }) // its turn is lost; the answer frees the slot
  }
  const batch = shard.batch
  if (!batch || batch.parentHeight > shard.height) return
  shard.batch = null
  const lost = batch.parentHeight < shard.height || batch.token < shard.token
  await report(batch, lost ? { error: 'superseded' } : execute(shard.state, batch.transactions))
}

async function main () {
  await patient(() => Promise.all([producer.connect(), consumer.connect()]))
  const ends = await offsets(assignments) // batches of this incarnation come after it has announced itself
  const starts = await offsets(blocks)
  await patient(() => consumer.subscribe({ topics: [assignments, blocks, changes] }))
  await consumer.run({ eachMessage: async ({ topic, message }) => read(topic, await decode(message.value)) })
  ends.forEach(({ partition, high }) => consumer.seek({ topic: assignments, partition, offset: high }))
  starts.forEach(({ partition, low }) => consumer.seek({ topic: blocks, partition, offset: low }))
  const ready = () => say({ 'dev.rota.shards.WorkerReady': { slots: Number(slots), incarnation } })
    .catch(error => console.error(`expected an acknowledged heartbeat, but ${error.message}`))
  process.on('SIGTERM', () => say({ 'dev.rota.shards.WorkerLeft': { incarnation } }).then(() => process.exit()))
  setInterval(ready, heartbeatEveryMs)
  ready()
}
main().catch(({ message }) => console.error(message) || process.exit(1))
