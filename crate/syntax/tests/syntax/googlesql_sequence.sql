CREATE SEQUENCE IF NOT EXISTS Ids OPTIONS (sequence_kind = 'bit_reversed_positive', skip_range_min = 1, skip_range_max = 1000);
CREATE SEQUENCE Short BIT_REVERSED_POSITIVE SKIP RANGE 1, 5000000000 START COUNTER WITH -1;
CREATE SEQUENCE Plain;
ALTER DATABASE `my-db` SET OPTIONS (default_sequence_kind = 'bit_reversed_positive', version_retention_period = NULL, read_lease_regions = ['a', 'b']);
