-- hotsplit: file nodes=10, ceiling=3500
-- hotsplit: writes=12k/s, low-write(2/s)
CREATE TABLE T (
  -- hotsplit: sequential
  A INT64 NOT NULL,
  B STRING(8), -- hotsplit: lowcard(5), maxlen(40) reason="an enum"
) PRIMARY KEY (A); -- hotsplit: skew(A)=zipf(1.1), children-per-parent<=200
-- hotsplit: table T reads=by-entity|by-time
-- hotsplit: column sales.T.A random
/* hotsplit: accept(key-monotonic-int, index-monotonic) reason="small, and read" */
-- HotSplit: off(type-uuid-as-string)
-- hotsplit:
-- hotsplit: column A random
-- hotsplit: random and small
-- hotsplit: writes=
-- hotsplit: random reason=because
