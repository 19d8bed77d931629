// Writes numbers as plain text to a topic: plain.js TOPIC FROM TO. Every tenth has no key, every 25th is empty.
const { Kafka, Partitioners, logLevel } = require('kafkajs')
const [topic, begin, end] = process.argv.slice(2)
const kafka = new Kafka({ brokers: process.env.ROTA_KAFKA_BOOTSTRAP_SERVERS.split(','), logLevel: logLevel.ERROR })
const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner })
async function run () {
  await producer.connect()
  for (let number = Number(begin); number < Number(end); number++) {
    const key = number % 10 === 9 ? null : `key-${number % 7}`
    await producer.send({ topic, messages: [{ key, value: number % 25 === 24 ? '' : String(number) }] })
  }
  await producer.disconnect()
}
run().catch(failed => { console.error(failed); process.exit(1) })
