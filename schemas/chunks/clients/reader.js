// A reader that knows which workers serve which chunks: reader.js NETWORK, then a chunk number a line; it prints workers
const readline = require('readline')
const { randomUUID } = require('crypto')
const avro = require('avsc')
const { Kafka, logLevel } = require('kafkajs')

const [network] = process.argv.slice(2)
const brokers = (process.env.ROTA_KAFKA_BOOTSTRAP_SERVERS || 'localhost:9092').split(',')
const registryUrl = process.env.ROTA_SCHEMA_REGISTRY_URL || 'http://localhost:8081'
const [routes, statuses] = ['chunks.routes', 'chunks.worker-status']
  .map(name => (process.env.ROTA_TOPIC_PREFIX || '') + name)
const types = new Map()

const patient = (call, until = 60000) => call().catch(error => { // brokers start without leaders, registries without schemas
  if (performance.now() > until) throw new Error(`expected Kafka with Rota's topics within a minute, but ${error.message}`)
  return new Promise(resolve => setTimeout(resolve, 1000)).then(() => patient(call, until))
})

async function decode (value) {
  const id = value.readInt32BE(1)
  const found = () => fetch(`${registryUrl}/schemas/ids/${id}`).then(answer => answer.json())
    .then(({ schema }) => avro.Type.forSchema(JSON.parse(schema)))
  if (!types.has(id)) types.set(id, await patient(found, Infinity))
  return types.get(id).fromBuffer(value.subarray(5))
}

const kafka = new Kafka({ clientId: 'reader', brokers, logLevel: logLevel.ERROR })
const consumer = kafka.consumer({ groupId: `reader-${randomUUID()}` })
let [view, visible, chunks, parts] = [0, new Set(), new Map(), []]
const unfit = new Set()
const numbers = differences => {
  let number = 0
  return differences.map(difference => (number += difference))
}

function take (part) { // a view is whole when all its parts are there; until then the one before holds
  if (part.view <= view) return
  parts.push(part)
  if (part.part < part.parts) return
  parts.forEach(apply)
  view = part.view
  parts = []
}

function apply (part) {
  if (part.ended) [visible, chunks] = [new Set(), new Map()]
  numbers(part.shown).forEach(number => visible.add(number))
  numbers(part.hidden).forEach(number => visible.delete(number))
  for (const change of part.changes) {
    const own = change.cleared ? new Set() : chunks.get(change.worker) || new Set()
    numbers(change.removed).forEach(number => own.delete(number))
    numbers(change.added).forEach(number => own.add(number))
    chunks.set(change.worker, own)
  }
}

function note (event) {
  if (['OFFLINE', 'FLAGGED', 'STALE'].includes(event.status)) unfit.add(event.worker)
  else unfit.delete(event.worker)
}

function workers (chunk) { // the workers to ask for a chunk
  if (!visible.has(chunk)) return []
  return [...chunks.keys()].filter(worker => chunks.get(worker).has(chunk) && !unfit.has(worker)).sort()
}

async function main () {
  await patient(() => consumer.connect())
  await patient(() => consumer.subscribe({ topics: [routes, statuses], fromBeginning: true }))
  await consumer.run({
    eachMessage: async ({ topic, message }) => {
      const event = await decode(message.value)
      if (event.network !== network) return
      topic === routes ? take(event) : note(event)
    }
  })
  const lines = readline.createInterface({ input: process.stdin })
  lines.on('line', line => console.log(`view ${view}: ${workers(Number(line)).join(', ') || 'nobody'}`))
  lines.on('close', () => process.exit())
}
main().catch(({ message }) => console.error(message) || process.exit(1))
