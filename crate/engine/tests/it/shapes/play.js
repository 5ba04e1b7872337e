// Runs code of an application with a database that notes what it is sent; input and output are JSON.
const assert = require('assert');

const note = it => (typeof it === 'string' ? it : [it.sql, it.params]);

function transactionOf(answers, missing) {
  const sent = {queries: [], statements: [], fails: false};
  const run = async query => {
    assert(Object.keys(query.params).every(name => name in query.types));
    sent.queries.push(note(query));
    const rows = answers[query.sql] ?? (missing ? [[1]] : []);
    return [rows.map(row => row.map(value => ({value})))];
  };
  return {
    sent,
    run,
    // All but the change write a row, so that a count in another's place shows.
    batchUpdate: async all => {
      sent.statements.push(...all.map(note));
      return [all.map(one => (one === 'change' && missing ? 0 : 1))];
    },
    runUpdate: async one => {
      sent.statements.push(note(one));
      return [missing ? 0 : 1];
    },
    commit: async () => (sent.committed = true),
    rollback: async () => (sent.committed = false),
  };
}

/** Aborts each transaction once. */
function databaseOf(answers, missing) {
  const database = {
    runTransactionAsync: async work => {
      const all = [];
      for (let time = 0; time < 2; time++) {
        const transaction = transactionOf(answers, missing);
        await work(transaction).catch(() => (transaction.sent.fails = true));
        all.push(transaction.sent);
      }
      assert.deepStrictEqual(all[0], all[1]);
      const {committed, ...sent} = all[0];
      assert.strictEqual(committed, !sent.fails);
      database.sent = sent;
    },
  };
  return database;
}

async function played({code, answers, calls}) {
  const names = [...new Set(calls.map(call => call.function))];
  const scope = new Function(`'use strict';\n${code}\nreturn {${names.join(', ')}};`)();
  const out = [];
  for (const {function: name, key, stamp, missing} of calls) {
    const database = databaseOf(answers, missing);
    const mark = name.startsWith('delete') ? 'remove' : 'change';
    await scope[name](database, key, mark, stamp ? 'stamp' : undefined);
    out.push(database.sent);
  }
  return out;
}

async function main() {
  const steps = JSON.parse(require('fs').readFileSync(0, 'utf8'));
  const out = [];
  for (const step of steps) out.push(await played(step));
  console.log(JSON.stringify(out));
}

main();
