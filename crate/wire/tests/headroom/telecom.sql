-- A mobile operator: 22 tables, six keys that never spread.
CREATE TABLE subscriber (
  subscriber_id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  msisdn STRING(16) NOT NULL,
  name STRING(200),
  status STRING(12) NOT NULL,
  activated_at TIMESTAMP NOT NULL,
) PRIMARY KEY (subscriber_id);
CREATE UNIQUE INDEX subscriber_by_msisdn ON subscriber (msisdn);

CREATE TABLE sim_card (
  iccid STRING(22) NOT NULL,
  imsi STRING(15) NOT NULL,
  subscriber_id STRING(36),
  FOREIGN KEY (subscriber_id) REFERENCES subscriber (subscriber_id),
) PRIMARY KEY (iccid);

CREATE TABLE tariff (
  tariff_id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  name STRING(80) NOT NULL,
  monthly_fee NUMERIC NOT NULL,
) PRIMARY KEY (tariff_id);

CREATE TABLE contract (
  subscriber_id STRING(36) NOT NULL,
  contract_no INT64 NOT NULL,
  tariff_id STRING(36) NOT NULL,
  starts DATE NOT NULL,
  FOREIGN KEY (tariff_id) REFERENCES tariff (tariff_id),
) PRIMARY KEY (subscriber_id, contract_no),
  INTERLEAVE IN PARENT subscriber ON DELETE CASCADE;

CREATE TABLE country (
  iso STRING(2) NOT NULL,
  name STRING(80) NOT NULL,
) PRIMARY KEY (iso);

CREATE TABLE roaming_partner (
  partner_code STRING(5) NOT NULL,
  iso STRING(2) NOT NULL,
  name STRING(80),
  FOREIGN KEY (iso) REFERENCES country (iso),
) PRIMARY KEY (partner_code);

CREATE TABLE cell_site (
  site_id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  latitude FLOAT64,
  longitude FLOAT64,
) PRIMARY KEY (site_id);

CREATE TABLE call_detail (
  started_at TIMESTAMP NOT NULL,
  call_id STRING(36) NOT NULL,
  caller STRING(16) NOT NULL,
  callee STRING(16) NOT NULL,
  seconds INT64 NOT NULL,
  site_id STRING(36),
) PRIMARY KEY (started_at, call_id);

CREATE TABLE sms_detail (
  sms_id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  sender STRING(16) NOT NULL,
  sent_at TIMESTAMP NOT NULL,
) PRIMARY KEY (sms_id);

CREATE TABLE data_session (
  subscriber_id STRING(36) NOT NULL,
  started_at TIMESTAMP NOT NULL,
  bytes_up INT64,
  bytes_down INT64,
) PRIMARY KEY (subscriber_id, started_at DESC),
  INTERLEAVE IN PARENT subscriber ON DELETE CASCADE;

CREATE TABLE fraud_signal (
  noticed_at TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  imsi STRING(15) NOT NULL,
  score FLOAT64 NOT NULL,
) PRIMARY KEY (noticed_at, imsi);

CREATE SEQUENCE topup_sq OPTIONS (sequence_kind = 'bit_reversed_positive');

CREATE TABLE topup (
  topup_id STRING(26) NOT NULL, -- ULID
  subscriber_id STRING(36) NOT NULL,
  amount NUMERIC NOT NULL,
  booked_at TIMESTAMP NOT NULL,
) PRIMARY KEY (topup_id);

CREATE TABLE voucher (
  voucher_no INT64 NOT NULL DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE topup_sq)),
  amount NUMERIC NOT NULL,
  redeemed BOOL NOT NULL DEFAULT (false),
) PRIMARY KEY (voucher_no);

CREATE TABLE bill_run (
  run_month DATE NOT NULL,
  bill_no INT64 NOT NULL, -- from a sequence
  subscriber_id STRING(36) NOT NULL,
  total NUMERIC NOT NULL,
) PRIMARY KEY (run_month, bill_no);

CREATE TABLE bill_line (
  bill_id STRING(36) NOT NULL,
  line_no INT64 NOT NULL,
  what STRING(80),
  amount NUMERIC,
) PRIMARY KEY (bill_id, line_no);

CREATE TABLE payment (
  payment_id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  subscriber_id STRING(36) NOT NULL,
  amount NUMERIC NOT NULL,
  paid_at TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (payment_id);
CREATE INDEX payment_by_time ON payment (paid_at DESC);

CREATE TABLE port_request (
  request_id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  msisdn STRING(16) NOT NULL,
  state STRING(12) NOT NULL,
  modified TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
) PRIMARY KEY (request_id);
CREATE INDEX port_by_modified ON port_request (modified);

CREATE TABLE roaming_tap (
  partner_code STRING(5) NOT NULL,
  tap_id STRING(36) NOT NULL,
  charged NUMERIC,
  FOREIGN KEY (partner_code) REFERENCES roaming_partner (partner_code),
) PRIMARY KEY (tap_id);

CREATE TABLE care_ticket (
  ticket_id STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
  subscriber_id STRING(36) NOT NULL,
  opened_at TIMESTAMP NOT NULL,
  body STRING(MAX),
) PRIMARY KEY (ticket_id);

CREATE TABLE handset (
  tac STRING(8) NOT NULL,
  maker STRING(80),
  model STRING(80),
) PRIMARY KEY (tac);

CREATE TABLE device_seen (
  imsi STRING(15) NOT NULL,
  tac STRING(8) NOT NULL,
  last_seen TIMESTAMP,
  FOREIGN KEY (tac) REFERENCES handset (tac),
) PRIMARY KEY (imsi, tac);

CREATE TABLE schema_migrations (
  version INT64 NOT NULL, -- from a sequence
  applied TIMESTAMP,
) PRIMARY KEY (version);
