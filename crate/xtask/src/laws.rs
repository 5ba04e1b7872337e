//! `cargo xtask laws`: the simulator held to arithmetic from outside, by the command line alone. It
//! knows the documented rate of a node and what the command prints, and nothing of the model.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::shell::{command_line, root};

/// Rows of 1 KB per second that one node takes, one in a commit (performance page, read 2026-08-22).
const NODE: f64 = 3_500.0;

/// A law with what checks it.
struct Law {
    says: &'static str,
    holds: fn(&Suite) -> Result<()>,
}

const LAWS: &[Law] = &[
    Law { says: "a tail takes what one node takes, whatever the nodes", holds: tail_is_flat },
    Law { says: "N shards on n nodes sustain N / ceil(N / n) nodes", holds: shards },
    Law { says: "even keys sustain as much as all nodes", holds: even_keys },
    Law { says: "what is sustained does not depend on what is offered", holds: offer },
    Law { says: "no more is served than is offered", holds: conservation },
    Law { says: "in flight are rate times latency", holds: little },
    Law { says: "more load never shortens the wait", holds: monotone },
    Law { says: "each index takes from what is sustained", holds: indexes },
    Law { says: "twice the shards or one node more never sustain less", holds: more_shards },
    Law { says: "ten times the nodes take ten times the load alike", holds: scale },
    Law { says: "a fresh table doubles every two minutes", holds: doubling },
    Law { says: "splits gone cold are merged, and that costs nothing", holds: merges },
    Law { says: "merging stops at what was asked for and what size takes", holds: merge_floor },
    Law { says: "users are rate times latency and thinking", holds: closed_loop },
    Law { says: "users who fill the instance get what it sustains", holds: saturation },
    Law { says: "the largest share caps its key, however skew is said", holds: skews },
    Law { says: "a whale caps its key among few or many", holds: whales },
    Law { says: "one seed gives the same bytes, another changes no limit", holds: seeds },
    Law { says: "the ends of all settings give finite numbers", holds: extremes },
];

/// Checks every law and tells those that do not hold.
pub(crate) fn laws() -> Result<()> {
    let program = command_line()?;
    let folder = root().join("target/laws");
    fs::create_dir_all(&folder)?;
    let suite = Suite { program, folder };
    let mut broken = 0;
    for law in LAWS {
        match (law.holds)(&suite) {
            Ok(()) => println!("holds    {}", law.says),
            Err(why) => {
                broken += 1;
                println!("BROKEN   {}: {why:#}", law.says);
            }
        }
    }
    ensure!(broken == 0, "{broken} of {} laws do not hold", LAWS.len());
    Ok(())
}

/// Runs the command.
struct Suite {
    program: PathBuf,
    folder: PathBuf,
}

/// A run to ask for.
#[derive(Clone)]
struct Ask {
    schema: String,
    nodes: f64,
    writes: f64,
    minutes: u32,
    seed: u32,
    sending: String,
    /// Further options with their values.
    more: Vec<(&'static str, String)>,
}

/// A run as the command prints it.
struct Found(Value);

impl Ask {
    fn of(schema: String) -> Self {
        let (sending, more) = ("open".to_owned(), Vec::new());
        Self { schema, nodes: 10.0, writes: 10_000.0, minutes: 30, seed: 1, sending, more }
    }

    fn nodes(self, nodes: f64) -> Self {
        Self { nodes, ..self }
    }

    fn writes(self, writes: f64) -> Self {
        Self { writes, ..self }
    }

    fn minutes(self, minutes: u32) -> Self {
        Self { minutes, ..self }
    }

    /// By so many users, who think between an answer and the next request.
    fn users(self, users: f64, think_ms: f64) -> Self {
        Self { sending: format!("closed:{users}:{think_ms}"), ..self }
    }

    fn with(mut self, option: &'static str, value: &str) -> Self {
        self.more.push((option, value.to_owned()));
        self
    }
}

impl Suite {
    fn text(&self, ask: &Ask) -> Result<String> {
        let file = self.folder.join("schema.sql");
        fs::write(&file, &ask.schema)?;
        let done = Command::new(&self.program)
            .args(["simulate", "--format", "json", "--sending", &ask.sending])
            .args(ask.more.iter().flat_map(|(option, value)| [*option, value.as_str()]))
            .args(["--nodes", &ask.nodes.to_string(), "--writes", &ask.writes.to_string()])
            .args(["--minutes", &ask.minutes.to_string(), "--seed", &ask.seed.to_string()])
            .arg(&file)
            .output()?;
        if !done.status.success() {
            bail!("{}", String::from_utf8_lossy(&done.stderr));
        }
        Ok(String::from_utf8(done.stdout)?)
    }

    fn run(&self, ask: &Ask) -> Result<Found> {
        Ok(Found(serde_json::from_str(&self.text(ask)?)?))
    }
}

impl Found {
    fn number(&self, name: &str) -> Result<f64> {
        let found = self.0["before"][name].as_f64();
        found.with_context(|| format!("`before.{name}` is no number"))
    }

    fn sustainable(&self) -> Result<f64> {
        self.number("sustainableWritesPerSecond")
    }

    fn served(&self) -> Result<f64> {
        self.number("servedWritesPerSecond")
    }
}

/// A table whose key is a column with something said of it.
fn table(key: &str, more: &str) -> String {
    format!(
        "-- hotsplit: file reads-per-write=0\nCREATE TABLE T (\n  Id STRING(36) NOT NULL, -- hotsplit: \
         {key}\n{more}) PRIMARY KEY (Id);\n"
    )
}

fn tail() -> Ask {
    Ask::of(table("ulid", ""))
}

fn even() -> Ask {
    Ask::of(table("uuid4", ""))
}

fn sharded(shards: u32) -> Ask {
    Ask::of(format!(
        "-- hotsplit: file reads-per-write=0\nCREATE TABLE T (\n  ShardId INT64 NOT NULL AS \
         (ABS(MOD(FARM_FINGERPRINT(Id), {shards}))) STORED,\n  Id STRING(36) NOT NULL, -- hotsplit: \
         ulid\n) PRIMARY KEY (ShardId, Id);\n"
    ))
}

fn near(found: f64, wanted: f64, within: f64, of: &str) -> Result<()> {
    let near = (found - wanted).abs() <= within * wanted.abs().max(1e-9);
    ensure!(near, "{of}: {found}, not {wanted}");
    Ok(())
}

fn tail_is_flat(suite: &Suite) -> Result<()> {
    for nodes in [1.0, 2.0, 7.0, 40.0, 200.0] {
        let found = suite.run(&tail().nodes(nodes).writes(30_000.0))?;
        near(found.sustainable()?, NODE, 1e-6, &format!("sustained on {nodes} nodes"))?;
        near(found.served()?, NODE, 0.01, &format!("served on {nodes} nodes"))?;
    }
    Ok(())
}

fn shards(suite: &Suite) -> Result<()> {
    for shards in [2_u32, 3, 8, 16, 20] {
        for nodes in [1_u32, 3, 8, 10] {
            let wanted = NODE * f64::from(shards) / f64::from(shards.div_ceil(nodes));
            let found = suite.run(&sharded(shards).nodes(f64::from(nodes)))?.sustainable()?;
            near(found, wanted, 1e-6, &format!("{shards} shards on {nodes} nodes"))?;
        }
    }
    Ok(())
}

fn even_keys(suite: &Suite) -> Result<()> {
    for nodes in [0.1, 0.5, 1.0, 3.0, 60.0] {
        let found = suite.run(&even().nodes(nodes).writes(50.0))?.sustainable()?;
        near(found, NODE * nodes, 1e-6, &format!("{nodes} nodes"))?;
    }
    Ok(())
}

fn offer(suite: &Suite) -> Result<()> {
    for ask in [tail(), even(), sharded(16)] {
        let at = |writes| suite.run(&ask.clone().writes(writes))?.sustainable();
        let little = at(100.0)?;
        for writes in [3_000.0, 30_000.0, 300_000.0] {
            near(at(writes)?, little, 1e-9, &format!("at an offer of {writes}"))?;
        }
    }
    Ok(())
}

fn conservation(suite: &Suite) -> Result<()> {
    for ask in [tail(), even(), sharded(4)] {
        for writes in [10.0, 3_000.0, 12_000.0, 90_000.0] {
            let found = suite.run(&ask.clone().writes(writes))?;
            let (served, offered) = (found.served()?, found.number("offeredWritesPerSecond")?);
            near(offered, writes, 0.01, "offered")?;
            ensure!(served <= offered * (1.0 + 1e-6), "{served} of {offered} are served");
        }
    }
    Ok(())
}

fn little(suite: &Suite) -> Result<()> {
    for ask in [even(), sharded(20)] {
        for writes in [500.0, 9_000.0, 25_000.0] {
            let found = suite.run(&ask.clone().writes(writes))?;
            let wanted = found.served()? * found.number("meanMs")? / 1_000.0;
            near(found.number("inFlight")?, wanted, 0.02, &format!("at {writes} writes/s"))?;
        }
    }
    Ok(())
}

fn monotone(suite: &Suite) -> Result<()> {
    let mut before = 0.0;
    for step in 1..=16 {
        // Long enough for what piled up while the table was being split to be served.
        let ask = even().writes(f64::from(step) * 2_000.0).minutes(600);
        let found = suite.run(&ask)?;
        let p99 = found.number("p99Ms")?;
        ensure!(p99 >= before * 0.99, "p99 {p99} ms behind {before} ms at {step} x 2,000 writes/s");
        before = p99;
    }
    let mut before = 0.0;
    for nodes in 1..=12 {
        let served = suite.run(&even().nodes(f64::from(nodes)).writes(30_000.0))?.served()?;
        ensure!(served >= before * 0.99, "{served}/s on {nodes} nodes, {before}/s on one less");
        before = served;
    }
    Ok(())
}

fn indexes(suite: &Suite) -> Result<()> {
    let mut before = suite.run(&even())?.sustainable()?;
    let columns = "  A STRING(36), -- hotsplit: uuid4\n  B STRING(36), -- hotsplit: uuid4\n";
    let mut schema = table("uuid4", columns);
    for column in ["A", "B"] {
        schema.push_str(&format!("CREATE INDEX By{column} ON T ({column});\n"));
        let with = suite.run(&Ask::of(schema.clone()))?.sustainable()?;
        ensure!(with < before, "{with} with an index on {column}, {before} without");
        before = with;
    }
    Ok(())
}

fn more_shards(suite: &Suite) -> Result<()> {
    let at = |shards: u32, nodes: u32| suite.run(&sharded(shards).nodes(f64::from(nodes)));
    for nodes in [3, 10] {
        let mut before = 0.0;
        for shards in [1, 2, 4, 8, 16, 32, 64] {
            let found = at(shards, nodes)?.sustainable()?;
            ensure!(found >= before, "{shards} shards on {nodes} nodes: {found} after {before}");
            before = found;
        }
    }
    for shards in [6, 16] {
        let mut before = 0.0;
        for nodes in 1..=18 {
            let found = at(shards, nodes)?.sustainable()?;
            ensure!(found >= before, "{shards} shards on {nodes} nodes: {found} after {before}");
            before = found;
        }
    }
    Ok(())
}

fn scale(suite: &Suite) -> Result<()> {
    for share in [0.2, 0.5, 0.8] {
        let at =
            |nodes: f64| suite.run(&even().nodes(nodes).writes(share * NODE * nodes).minutes(60));
        let (small, large) = (at(10.0)?, at(100.0)?);
        let of = format!("at {share} of the capacity");
        near(large.served()?, 10.0 * small.served()?, 0.01, &of)?;
        near(large.number("p50Ms")?, small.number("p50Ms")?, 0.05, &of)?;
    }
    Ok(())
}

fn doubling(suite: &Suite) -> Result<()> {
    for (nodes, doublings) in [(4.0, 2.0), (16.0, 4.0)] {
        let found = suite.run(&even().nodes(nodes).writes(nodes * NODE * 1.2))?;
        let seconds = found.number("secondsToSaturation")?;
        let wanted = 120.0 * doublings;
        ensure!(
            (wanted - 10.0..=wanted + 240.0).contains(&seconds),
            "{nodes} nodes are full after {seconds} s, not {wanted} s"
        );
    }
    Ok(())
}

/// A load that falls within 20 minutes to a small part of what it was, and what is left of it.
fn falling() -> Ask {
    even().writes(100.0).with("--pace", "ramp:300:1200")
}

fn merges(suite: &Suite) -> Result<()> {
    let (midst, end) = (suite.run(&falling().minutes(20))?, suite.run(&falling().minutes(240))?);
    let (most, left) = (midst.number("splits")?, end.number("splits")?);
    ensure!(left < most / 4.0, "{left} splits are left of {most}");
    let made = end.number("loadSplits")? + end.number("sizeSplits")? + 1.0;
    near(left, made - end.number("merges")?, 0.0, "splits, of those made and merged")?;
    let never = falling().minutes(240).with("--constant", "merge-load-max=0");
    let never = suite.run(&never)?;
    near(never.number("merges")?, 0.0, 0.0, "merges where nothing is cold")?;
    near(end.served()?, never.served()?, 1e-9, "served with merges")?;
    near(end.served()?, 100.0, 0.01, "served of what is left")?;
    near(end.number("p99Ms")?, never.number("p99Ms")?, 0.02, "p99 with merges")?;
    near(end.sustainable()?, never.sustainable()?, 1e-9, "sustained with merges")
}

fn merge_floor(suite: &Suite) -> Result<()> {
    // Nothing uses them, but they were asked for.
    let points = even().writes(1.0).minutes(240).with("--split-points", "5");
    let found = suite.run(&points)?;
    near(found.number("splitPoints")?, 50.0, 0.0, "split points")?;
    near(found.number("splits")?, 51.0, 0.0, "splits between 50 split points")?;
    // A table and its two indexes have a split each.
    let columns = "  A STRING(36), -- hotsplit: uuid4\n  B STRING(36), -- hotsplit: uuid4\n";
    let schema = format!(
        "{}CREATE INDEX ByA ON T (A);\nCREATE INDEX ByB ON T (B);\n",
        table("uuid4", columns)
    );
    let found = suite.run(&Ask { schema, ..falling().minutes(600) })?;
    ensure!(found.number("merges")? > 0.0, "nothing is merged");
    ensure!(found.number("splits")? >= 3.0, "{} splits of 3 trees", found.number("splits")?);
    // 100 GB in splits of 8 GiB.
    let schema = format!("-- hotsplit: table T rows=100M, row-bytes=1000\n{}", table("uuid4", ""));
    let found = suite.run(&Ask { schema, ..falling().minutes(600) })?;
    let least = (found.number("storedBytes")? / (8.0 * 1024.0 * 1024.0 * 1024.0)).ceil();
    let left = found.number("splits")?;
    ensure!(found.number("merges")? > 0.0, "nothing of 100 GB is merged");
    ensure!(least > 10.0 && left >= least, "{left} splits, of which size takes {least}");
    Ok(())
}

/// Milliseconds that the users of a run spend on one request, each of which writes one row.
fn cycle(found: &Found, think_ms: f64) -> Result<f64> {
    Ok(found.number("meanMs")? + think_ms)
}

fn closed_loop(suite: &Suite) -> Result<()> {
    for (ask, nodes) in [(even(), 10.0), (sharded(4), 10.0), (even(), 0.5), (tail(), 3.0)] {
        for think_ms in [0.0, 10.0, 1_000.0] {
            let (mut before, mut least) = (0.0, 0.0);
            for users in [1.0, 10.0, 100.0, 1_000.0, 10_000.0, 100_000.0] {
                let ask = ask.clone().nodes(nodes).minutes(60).users(users, think_ms);
                let found = suite.run(&ask)?;
                let of = format!("{users} users who think {think_ms} ms on {nodes} nodes");
                let (served, cycle) = (found.served()?, cycle(&found, think_ms)?);
                near(served * cycle / 1_000.0, users, 0.02, &of)?;
                let thinking = served * think_ms / 1_000.0;
                near(found.number("inFlight")?, users - thinking, 0.02, &format!("{of}, waiting"))?;
                // A user alone waits for nobody.
                least = if before > 0.0 { least } else { cycle };
                let most = users * 1_000.0 / least;
                ensure!(served <= most * 1.01, "{of}: {served}/s of {most}/s");
                ensure!(served >= before * 0.99, "{of}: {served}/s, fewer get {before}/s");
                before = served;
            }
        }
    }
    Ok(())
}

fn saturation(suite: &Suite) -> Result<()> {
    for (ask, nodes) in [(even(), 10.0), (sharded(8), 10.0), (sharded(6), 3.0), (tail(), 40.0)] {
        let ask = ask.nodes(nodes).minutes(240);
        let closed = suite.run(&ask.clone().users(20_000.0 * nodes, 0.0))?.served()?;
        let open = suite.run(&ask.writes(NODE * nodes * 1.5))?;
        let of = format!("served to users on {nodes} nodes");
        near(closed, open.sustainable()?, 0.02, &of)?;
        near(closed, open.served()?, 0.02, &format!("{of}, beside an open run"))?;
    }
    Ok(())
}

/// Of `of` values whose shares fall with the power `s` of their rank, the share of the first.
#[expect(clippy::disallowed_methods, reason = "the last digits do not matter to a law")]
fn first_share(of: u32, s: f64) -> f64 {
    1.0 / (1..=of).map(|rank| f64::from(rank).powf(-s)).sum::<f64>()
}

/// Rows lie in order behind each value of a first column, in the table or in an index: the value
/// with the most rows takes what one node takes.
fn skews(suite: &Suite) -> Result<()> {
    for (fact, values) in
        [("entity(8)", 8), ("entity(1000)", 1_000), ("lowcard(8)", 8), ("shard(8)", 8)]
    {
        let skewed = |skew: &str, key: &str, more: &str| {
            suite.run(&Ask::of(format!(
                "-- hotsplit: file reads-per-write=0\n-- hotsplit: table T skew(A)={skew}\nCREATE TABLE \
                 T (\n  A STRING(36) NOT NULL, -- hotsplit: {fact}\n  Ts TIMESTAMP NOT NULL,\n  Id \
                 STRING(36) NOT NULL, -- hotsplit: uuid4\n) PRIMARY KEY ({key});\n{more}"
            )))
        };
        let index = |skew, columns| {
            skewed(skew, "Id", &format!("CREATE INDEX ByA ON T ({columns});\n"))?.sustainable()
        };
        let (one, even) = (index("uniform", "Ts")?, index("uniform", "A, Ts")?);
        for (skew, share) in [
            ("whale(50%)", 0.5),
            ("whale(0.3)", 0.3),
            ("zipf(1.1)", first_share(values, 1.1)),
            ("zipf(2)", first_share(values, 2.0)),
        ] {
            let of = format!("{skew} of {fact}");
            let found = skewed(skew, "A, Ts, Id", "")?.sustainable()?;
            near(found, NODE / share, 0.001, &of)?;
            let most = even.min(one / share);
            near(index(skew, "A, Ts")?, most, 0.001, &format!("an index by {of}"))?;
        }
    }
    Ok(())
}

/// A tenant with half of all rows, whose rows lie in order: it takes what one node takes.
fn whales(suite: &Suite) -> Result<()> {
    let schema = |said: &str| {
        format!(
            "-- hotsplit: file reads-per-write=0\n{said}\nCREATE TABLE T (\n  TenantId STRING(36) NOT \
             NULL, -- hotsplit: entity(1000)\n  Ts TIMESTAMP NOT NULL,\n  Id STRING(36) NOT NULL, -- \
             hotsplit: uuid4\n) PRIMARY KEY (TenantId, Ts, Id);\n"
        )
    };
    let whale = suite.run(&Ask::of(schema("-- hotsplit: table T skew(TenantId)=whale(50%)")))?;
    near(whale.sustainable()?, 2.0 * NODE, 0.02, "a whale of half of all rows")?;
    let none = suite.run(&Ask::of(schema("-- hotsplit: table T skew(TenantId)=uniform")))?;
    ensure!(none.sustainable()? > 4.0 * NODE, "even tenants sustain {}", none.sustainable()?);
    for tenants in [50, 90, 110, 5_000] {
        let text = schema("-- hotsplit: table T skew(TenantId)=whale(50%)");
        let text = text.replace("entity(1000)", &format!("entity({tenants})"));
        let found = suite.run(&Ask::of(text))?.sustainable()?;
        near(found, 2.0 * NODE, 0.03, &format!("a whale among {tenants} tenants"))?;
    }
    Ok(())
}

fn seeds(suite: &Suite) -> Result<()> {
    for ask in [tail(), even(), sharded(16)] {
        let one = suite.text(&ask)?;
        ensure!(one == suite.text(&ask)?, "two runs of one seed differ");
        let other = Ask { seed: 2, ..ask.clone() };
        let (one, other) = (suite.run(&ask)?, suite.run(&other)?);
        near(other.sustainable()?, one.sustainable()?, 1e-9, "sustained with another seed")?;
        near(other.served()?, one.served()?, 0.02, "served with another seed")?;
    }
    Ok(())
}

fn extremes(suite: &Suite) -> Result<()> {
    for schema in [tail(), even()] {
        for (nodes, writes, minutes) in [
            (0.1, 1.0, 1),
            (0.1, 1e6, 60),
            (1.0, 0.001, 30),
            (200.0, 1e7, 30),
            (1_000.0, 1e6, 10),
            (10.0, 10_000.0, 1),
            (10.0, 10_000.0, 1_440),
        ] {
            let ask = Ask { minutes, ..schema.clone().nodes(nodes).writes(writes) };
            let of = format!("{nodes} nodes, {writes} writes/s, {minutes} minutes");
            let found = suite.run(&ask).with_context(|| of.clone())?;
            let names = ["servedWritesPerSecond", "sustainableWritesPerSecond", "p99Ms", "meanMs"];
            for name in names {
                let value = found.number(name).with_context(|| of.clone())?;
                ensure!(value.is_finite() && value >= 0.0, "{of}: {name} is {value}");
            }
        }
    }
    // What is only read, and what is not even that.
    let none = |more: &str| {
        let schema = even().schema.replace("file reads-per-write=0", "file nodes=10");
        suite.run(&Ask::of(format!("-- hotsplit: table T writes=0{more}\n{schema}")))
    };
    for found in [none("")?, none(", reads(point)=20k/s")?] {
        for name in ["servedWritesPerSecond", "sustainableWritesPerSecond", "p99Ms", "meanMs"] {
            near(found.number(name)?, 0.0, 0.0, &format!("{name} without writes"))?;
        }
    }
    let read = none(", reads(point)=20k/s")?;
    ensure!(read.number("serverUtilisationMean")? > 0.0, "reads cost nothing");
    Ok(())
}
