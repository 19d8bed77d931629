// A collator that claims blocks of an on-demand para and follows its claims: collator.js CHAIN PARA COLLATOR [CLAIMS]
const { randomUUID } = require('crypto')
const avro = require('avsc')
const { Kafka, Partitioners, logLevel } = require('kafkajs')

const [chain, para, collator, claimsMax = Infinity] = process.argv.slice(2)
const brokers = (process.env.ROTA_KAFKA_BOOTSTRAP_SERVERS || 'localhost:9092').split(',')
const registryUrl = process.env.ROTA_SCHEMA_REGISTRY_URL || 'http://localhost:8081'
const topics = ['claims', 'claim-events', 'rejections', 'forecasts', 'assignments', 'groups']
  .map(name => (process.env.ROTA_TOPIC_PREFIX || '') + 'cores.' + name)
const [claims, events, rejections, forecasts, assignments, groups] = topics
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

const kafka = new Kafka({ clientId: collator, brokers, logLevel: logLevel.ERROR })
const producer = kafka.producer({ idempotent: true, createPartitioner: Partitioners.DefaultPartitioner })
const consumer = kafka.consumer({ groupId: `${collator}-${randomUUID()}` })
const offsets = topic => patient(() => {
  const admin = kafka.admin() // a new one, since it keeps for minutes what it knows of leaders
  return admin.connect().then(() => admin.fetchTopicOffsets(topic)).finally(() => admin.disconnect())
})
let [id, source, refused, schedules, ended, accepted] = [null, null, new Map(), [], 0, false]
const sessions = new Map()
const expect = one => console.log(`${id} expected in block ${one.expectedBlock} on core ${one.core}`)

async function claim () {
  [id, source, refused] = [randomUUID(), null, new Map()]
  const value = await encode(claims, { chain, para: Number(para), collator, id })
  const [sent] = await producer.send({ topic: claims, messages: [{ key: chain, value }] })
  source = `${sent.topicName}/${sent.partition}/${sent.baseOffset}`
  look()
}

function read (topic, event) {
  if (topic === rejections) refused.set(event.source, `${event.reason}: ${event.message}`)
  else if (event.chain !== chain) return
  else if (topic === events && event.id === id) follow(event)
  else if (topic === forecasts && id === null) claim() // a block has ended: there may be room, or another session
  else if (topic === forecasts && accepted) event.claims.filter(one => one.para === Number(para)).forEach(expect)
  else if (topic === groups) sessions.set(event.session, event)
  else if (topic === assignments) schedules.push(event)
  look()
}

function follow ({ kind, block, core, reason }) {
  console.log(`${id} ${kind} block ${block} core ${core} ${reason}`)
  if ((accepted = kind !== 'CONCLUDED' && kind !== 'DROPPED')) return
  id = null
  if (++ended >= claimsMax) process.exit()
}

function look () {
  if (refused.has(source)) {
    console.log(`${id} rejected, ${refused.get(source)}`)
    id = source = null
  }
  // a schedule may be read before the groups of its session
  const readable = schedules.filter(each => sessions.has(each.session))
  schedules = schedules.filter(each => !sessions.has(each.session))
  for (const { block, session, assignments: all } of readable) {
    for (const one of all.filter(each => each.para === Number(para) && each.collator === collator)) {
      const backers = sessions.get(session).groups[one.group].map(index => sessions.get(session).validators[index])
      console.log(`author block ${block} for core ${one.core}, backed by ${backers.join(' ')}`)
    }
  }
}

async function main () {
  await patient(() => Promise.all([producer.connect(), consumer.connect()]))
  // The answers to a claim come after it: read from the ends as they are before it. Groups hold for a session.
  const starts = []
  for (const topic of topics.slice(1)) {
    for (const { partition, high, low } of await offsets(topic)) {
      starts.push({ topic, partition, offset: topic === groups ? low : high })
    }
  }
  await patient(() => consumer.subscribe({ topics: topics.slice(1) }))
  await consumer.run({ eachMessage: async ({ topic, message }) => read(topic, await decode(message.value)) })
  starts.forEach(start => consumer.seek(start))
  process.on('SIGTERM', () => process.exit())
  claim()
}
main().catch(({ message }) => console.error(message) || process.exit(1))
