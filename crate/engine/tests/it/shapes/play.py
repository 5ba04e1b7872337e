# Runs code of an application with a database that notes what it is sent; input and output are JSON.
import json
import sys
import types


class AnyType:
    def __getattr__(self, name):
        return name


library = types.ModuleType("google.cloud.spanner_v1")
library.param_types = AnyType()
for name in ["google", "google.cloud"]:
    sys.modules[name] = types.ModuleType(name)
sys.modules["google.cloud.spanner_v1"] = library


class Transaction:
    def __init__(self, answers, missing):
        self.answers, self.missing = answers, missing
        self.sent = {"queries": [], "statements": [], "fails": False}

    def execute_update(self, sql, params=None, param_types=None):
        assert set(params or {}) == set(param_types or {})
        self.sent["statements"].append(sql if params is None else [sql, params])
        return 0 if self.missing else 1

    def execute_sql(self, sql, params=None, param_types=None):
        assert set(params or {}) == set(param_types or {})
        self.sent["queries"].append([sql, params])
        missing = [[1]] if self.missing else []
        return iter(self.answers.get(sql, missing))


class Database:
    """Aborts each transaction once."""

    def __init__(self, answers, missing):
        self.answers, self.missing = answers, missing

    def run_in_transaction(self, run):
        sent = []
        for _ in range(2):
            transaction = Transaction(self.answers, self.missing)
            try:
                run(transaction)
            except LookupError:
                transaction.sent["fails"] = True
            sent.append(transaction.sent)
        assert sent[0] == sent[1], sent
        self.sent = sent[0]


def played(step):
    scope = {}
    exec(step["code"], scope)
    for call in step["calls"]:
        database = Database(step["answers"], call["missing"])
        mark = "remove" if call["function"].startswith("delete") else "change"
        more = {"stamp": lambda it: it.execute_update("stamp")} if call["stamp"] else {}
        key = tuple(call["key"])
        scope[call["function"]](database, key, lambda it: it.execute_update(mark), **more)
        yield database.sent


print(json.dumps([list(played(step)) for step in json.load(sys.stdin)]))
