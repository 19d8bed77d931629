package dev.rota.chores;

/** The schemas of {@link ChoresDomain} under rules 1, without documentation. */
final class RulesOneSchemas {

    static final String CHORE_EVENT = """
            {"type": "record", "namespace": "dev.rota.chores", "name": "ChoreEvent", "fields": [
              {"name": "household", "type": "string"},
              {"name": "event", "type": [
                {"type": "record", "name": "ChoreAdded", "fields": [
                  {"name": "chore", "type": "string"},
                  {"name": "effort", "type": "int", "default": 1},
                  {"name": "remindAfterMs", "type": "long", "default": 0}]},
                {"type": "record", "name": "ChoreDone", "fields": [{"name": "chore", "type": "string"}]},
                {"type": "record", "name": "RotationStarted", "fields": [{"name": "everyMs", "type": "long"}]},
                {"type": "record", "name": "SpringCleaning", "fields": [{"name": "rooms", "type": "int"}]},
                {"type": "record", "name": "Siesta", "fields": [{"name": "millis", "type": "long"}]},
                {"type": "record", "name": "Quarrel", "fields": [
                  {"name": "endless", "type": "boolean", "default": false},
                  {"name": "afterMs", "type": "long", "default": 0}]}
              ]}
            ]}
            """;

    static final String TASK = """
            {"type": "record", "namespace": "dev.rota.chores", "name": "Task", "fields": [
              {"name": "household", "type": "string"},
              {"name": "chore", "type": "string"},
              {"name": "kind", "type": {"type": "enum", "name": "TaskKind", "default": "GIVEN",
                "symbols": ["GIVEN", "REMINDED", "TURN", "DONE", "ROOM", "RESTED"]}},
              {"name": "helper", "type": "int"},
              {"name": "at", "type": "long"}
            ]}
            """;

    private RulesOneSchemas() {}
}
