CREATE INDEX ByName ON Singers (LastName, FirstName DESC);
CREATE UNIQUE NULL_FILTERED INDEX IF NOT EXISTS sales.ByMail ON sales.Users (Mail) STORING (Name, Born);
CREATE NULL_FILTERED INDEX ByTime ON Users (UserId, LastAccess), INTERLEAVE IN Users;
CREATE INDEX Open ON Tickets (DueAt) STORING (Total) WHERE DueAt IS NOT NULL AND Owner IS NOT NULL OPTIONS (locality_group = 'hot');
CREATE INDEX -- of the log
  Tail ON Log (Made) -- moving tail
  STORING (Line); -- big
