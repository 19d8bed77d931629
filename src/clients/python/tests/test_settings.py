"""Tests of settings."""
import unittest

from rota.cluster import settings


class SettingsTest(unittest.TestCase):

    def test_reads_the_environment(self):
        environment = {"ROTA_KAFKA_BOOTSTRAP_SERVERS": "b:1", "ROTA_KAFKA_SASL_USERNAME": "u", "ROTA_TOPIC_PREFIX": "p.",
                       "ROTA_SCHEMA_REGISTRY_BASIC_AUTH_USER_INFO": "u:p", "PATH": "/bin"}
        self.assertEqual(settings(environment, {}), {
            "bootstrap.servers": "b:1", "sasl.username": "u", "topic.prefix": "p.",
            "schema.registry.url": "http://localhost:8081", "schema.registry.basic.auth.user.info": "u:p"})

    def test_prefers_arguments(self):
        found = settings({"ROTA_KAFKA_BOOTSTRAP_SERVERS": "b:1"}, {"bootstrap_servers": "c:2", "schema_registry_url": "r"})
        self.assertEqual(found, {"bootstrap.servers": "c:2", "schema.registry.url": "r"})


if __name__ == "__main__":
    unittest.main()
