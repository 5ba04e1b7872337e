//! Tenants of very different sizes.

use super::preset::{
    Metric, NOTHING, Preset, START, Start, change, google, postgres, shown, source,
};

pub(super) static PRESET: Preset = Preset {
    id: "tenants",
    title: "Multi-tenant SaaS",
    about: "A thousand tenants, the largest with an eighth of all load: behind the tenant a \
            counter is one end that no split divides, a random id can be divided.",
    before: &[google(GOOGLE), postgres(POSTGRES)],
    changes: &[change("a random id behind the tenant", &[google(RANDOM), postgres(RANDOM_PG)])],
    start: Start { nodes: 20.0, writes_per_second: 42_000.0, minutes: 60, ..START },
    sources: &[
        source(
            "Zipf's law with 0.99",
            "the YCSB benchmark's default for requests, whose sizes are close to a power law",
        ),
        source("1,000 tenants", "assumption of ours"),
        source("42,000 writes/s on 20 nodes", "assumption of ours: 60 % of what they take"),
        source(
            "busiest server at 1.3 to 2.8 times the mean",
            "Slicer in production (OSDI 2016), which splits what can be split",
        ),
    ],
    shows: &[
        shown("busiest over mean with a counter", 0, Metric::BusiestOverMean, 2.2, 3.0),
        shown("busiest over mean with a random id", 1, Metric::BusiestOverMean, 1.0, 1.15),
    ],
    reason: Some("MOVING_HOT_SPOT"),
    claims: &["S1.20", "S1.21", "S1.23"],
    ..NOTHING
};

const GOOGLE: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table Documents skew(TenantId)=zipf(0.99)
CREATE TABLE Documents (
  TenantId STRING(36) NOT NULL, -- hotsplit: entity(1000)
  DocumentNo INT64 NOT NULL, -- hotsplit: sequential
  Body STRING(MAX),
) PRIMARY KEY (TenantId, DocumentNo);
";

const RANDOM: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table Documents skew(TenantId)=zipf(0.99)
CREATE TABLE Documents (
  TenantId STRING(36) NOT NULL, -- hotsplit: entity(1000)
  DocumentId UUID NOT NULL DEFAULT (NEW_UUID()),
  Body STRING(MAX),
) PRIMARY KEY (TenantId, DocumentId);
";

const POSTGRES: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table documents skew(tenant_id)=zipf(0.99)
CREATE TABLE documents (
  tenant_id varchar(36) NOT NULL, -- hotsplit: entity(1000)
  document_no bigint NOT NULL, -- hotsplit: sequential
  body text,
  PRIMARY KEY (tenant_id, document_no)
);
";

const RANDOM_PG: &str = "\
-- hotsplit: file reads-per-write=0
-- hotsplit: table documents skew(tenant_id)=zipf(0.99)
CREATE TABLE documents (
  tenant_id varchar(36) NOT NULL, -- hotsplit: entity(1000)
  document_id uuid NOT NULL DEFAULT gen_random_uuid(),
  body text,
  PRIMARY KEY (tenant_id, document_id)
);
";
