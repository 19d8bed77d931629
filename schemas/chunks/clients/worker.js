// A worker that pings and keeps a list of its chunks in a folder: worker.js NETWORK WORKER CAPACITY_BYTES VERSION FOLDER
const fs = require('fs')
const path = require('path')
const { randomUUID } = require('crypto')
const avro = require('avsc')
const { Kafka, Partitioners, logLevel } = require('kafkajs')

const [network, worker, capacity, version, folder] = process.argv.slice(2)
const brokers = (process.env.ROTA_KAFKA_BOOTSTRAP_SERVERS || 'localhost:9092').split(',')
const registryUrl = process.env.ROTA_SCHEMA_REGISTRY_URL || 'http://localhost:8081'
const [workers, catalogs, assignments] = ['chunks.workers', 'chunks.catalog', 'chunks.assignments']
  .map(name => (process.env.ROTA_TOPIC_PREFIX || '') + name)
const [pingEveryMs, quietMs] = [10000, 2000]
const known = {}

const patient = (call, until = 60000) => call().catch(error => { // brokers start without leaders, registries without schemas
  if (performance.now() > until) throw new Error(`expected Kafka with Rota's topics within a minute, but ${error.message}`)
  return new Promise(resolve => setTimeout(resolve, 1000)).then(() => patient(call, until))
})

const registry = address => (known[address] ||= patient(() => fetch(registryUrl + address).then(answer => answer.json())
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
const catalog = new Map()
let [epoch, wanted, parts, effectiveFrom, heardAt] = [0, null, new Map(), 0, Date.now()]
let confirmedEpoch = null
const stored = () => fs.readdirSync(folder).map(Number)
const file = number => path.join(folder, String(number))

async function ping () {
  const storedBytes = stored().reduce((sum, number) => sum + fs.statSync(file(number)).size, 0)
  const event = { 'dev.rota.chunks.WorkerPing': { version, capacityBytes: Number(capacity), storedBytes, confirmedEpoch } }
  const value = await encode(workers, { network, worker, event })
  await producer.send({ topic: workers, messages: [{ key: worker, value }] })
    .catch(error => console.error(`expected an acknowledged ping, but ${error.message}`))
}

function read (topic, event) {
  heardAt = Date.now()
  if (event.network !== network) return
  if (topic === catalogs) {
    event.chunks.forEach((chunk, i) => catalog.set(event.firstNumber + i, chunk))
    event.removed.forEach(number => catalog.set(number, null))
  } else if (topic === assignments && event.worker === worker && event.epoch > epoch) collect(event)
}

function collect (event) { // whole when all parts of its epoch are there; until then the one before holds
  if ([...parts.values()].some(part => part.epoch !== event.epoch)) parts = new Map()
  let number = 0
  parts.set(event.part, { epoch: event.epoch, numbers: event.chunks.map(difference => (number += difference)) })
  if (parts.size < event.parts) return
  wanted = new Set([...parts.values()].flatMap(part => part.numbers))
  epoch = event.epoch
  effectiveFrom = event.effectiveFrom
  parts = new Map()
  console.log(`epoch ${epoch}: ${wanted.size} of ${event.chunkCount} chunks, ${event.status}`)
}

function keep () { // all topics are read as far as they go when nothing has come for a while
  if (!wanted || Date.now() - heardAt < quietMs) return
  const here = new Set(stored())
  const missing = [...wanted].filter(number => !here.has(number) && catalog.get(number) !== null)
  missing.filter(number => catalog.has(number)) // a real worker copies the chunk here
    .forEach(number => fs.writeFileSync(file(number), catalog.get(number).id))
  if (!missing.length) confirmedEpoch = epoch // the next ping says that all of it is here
  if (missing.length || effectiveFrom > Date.now()) return
  here.forEach(number => wanted.has(number) || fs.unlinkSync(file(number)))
}

async function main () {
  fs.mkdirSync(folder, { recursive: true })
  await patient(() => Promise.all([producer.connect(), consumer.connect()]))
  await patient(() => consumer.subscribe({ topics: [catalogs, assignments], fromBeginning: true }))
  await consumer.run({ eachMessage: async ({ topic, message }) => read(topic, await decode(message.value)) })
  process.on('SIGTERM', () => process.exit())
  setInterval(keep, 200)
  setInterval(ping, pingEveryMs)
  ping()
}
main().catch(({ message }) => console.error(message) || process.exit(1))
