//! What the schemas of exams are about: names of tables and columns that belong together.

/// The names of one business.
#[derive(Clone, Copy)]
pub(super) struct Theme {
    /// The title of the exam.
    pub(super) title: &'static str,
    /// What the business does, in a sentence.
    pub(super) story: &'static str,
    /// What happens all the time.
    pub(super) event: Event,
    /// What stays, and when it was changed last.
    pub(super) tracked: Tracked,
    /// A number that everything changes.
    pub(super) counter: Counter,
    /// What is written so seldom that its key does not matter.
    pub(super) seldom: Seldom,
    /// Who uses it.
    pub(super) user: User,
}

#[derive(Clone, Copy)]
pub(super) struct Event {
    pub(super) table: &'static str,
    pub(super) id: &'static str,
    pub(super) time: &'static str,
    /// Its part, a table and the column that numbers it.
    pub(super) part: &'static str,
    pub(super) part_no: &'static str,
    /// Who reads the last hour.
    pub(super) reader: &'static str,
}

#[derive(Clone, Copy)]
pub(super) struct Tracked {
    pub(super) table: &'static str,
    pub(super) id: &'static str,
    pub(super) time: &'static str,
    pub(super) index: &'static str,
    /// Who reads the newest.
    pub(super) reader: &'static str,
}

#[derive(Clone, Copy)]
pub(super) struct Counter {
    pub(super) table: &'static str,
    pub(super) name: &'static str,
    pub(super) value: &'static str,
}

#[derive(Clone, Copy)]
pub(super) struct Seldom {
    pub(super) table: &'static str,
    pub(super) time: &'static str,
    pub(super) document: &'static str,
}

#[derive(Clone, Copy)]
pub(super) struct User {
    pub(super) table: &'static str,
    pub(super) id: &'static str,
    pub(super) history: &'static str,
    pub(super) history_time: &'static str,
}

pub(super) const THEMES: &[Theme] = &[
    Theme {
        title: "the parcel service before Christmas",
        story: "A parcel service scans every parcel at every door.",
        event: Event {
            table: "Scans",
            id: "ScanId",
            time: "ScannedAt",
            part: "ScanPhotos",
            part_no: "PhotoNo",
            reader: "The control room",
        },
        tracked: Tracked {
            table: "Vans",
            id: "VanId",
            time: "LastSeen",
            index: "VansByLastSeen",
            reader: "The dispatcher",
        },
        counter: Counter { table: "DepotTotals", name: "Depot", value: "Parcels" },
        seldom: Seldom { table: "PriceLists", time: "ValidFrom", document: "Prices" },
        user: User {
            table: "Recipients",
            id: "RecipientId",
            history: "RecipientNotes",
            history_time: "NotedAt",
        },
    },
    Theme {
        title: "the game on its first weekend",
        story: "A game opens its servers, and everybody plays.",
        event: Event {
            table: "Moves",
            id: "MoveId",
            time: "PlayedAt",
            part: "MoveEffects",
            part_no: "EffectNo",
            reader: "The referee",
        },
        tracked: Tracked {
            table: "Sessions",
            id: "SessionId",
            time: "LastActive",
            index: "SessionsByLastActive",
            reader: "The lobby",
        },
        counter: Counter { table: "WorldScore", name: "World", value: "Points" },
        seldom: Seldom { table: "Releases", time: "ReleasedAt", document: "Notes" },
        user: User {
            table: "Players",
            id: "PlayerId",
            history: "PlayerBadges",
            history_time: "EarnedAt",
        },
    },
    Theme {
        title: "the bank on pay day",
        story: "A bank books the pay of a country in one morning.",
        event: Event {
            table: "Bookings",
            id: "BookingId",
            time: "BookedAt",
            part: "BookingLines",
            part_no: "LineNo",
            reader: "The audit",
        },
        tracked: Tracked {
            table: "Cards",
            id: "CardId",
            time: "LastUsed",
            index: "CardsByLastUsed",
            reader: "The fraud team",
        },
        counter: Counter { table: "DayTotals", name: "Branch", value: "Amount" },
        seldom: Seldom { table: "InterestRates", time: "SetAt", document: "Decision" },
        user: User {
            table: "Holders",
            id: "HolderId",
            history: "HolderLetters",
            history_time: "SentAt",
        },
    },
    Theme {
        title: "the shop on the day of the sale",
        story: "A shop opens its sale at eight, and the country is awake.",
        event: Event {
            table: "Orders",
            id: "OrderId",
            time: "PlacedAt",
            part: "OrderLines",
            part_no: "LineNo",
            reader: "The warehouse",
        },
        tracked: Tracked {
            table: "Baskets",
            id: "BasketId",
            time: "LastChanged",
            index: "BasketsByLastChanged",
            reader: "The help desk",
        },
        counter: Counter { table: "Vouchers", name: "Campaign", value: "Remaining" },
        seldom: Seldom { table: "Catalogues", time: "PublishedAt", document: "Pages" },
        user: User {
            table: "Customers",
            id: "CustomerId",
            history: "CustomerReviews",
            history_time: "WrittenAt",
        },
    },
    Theme {
        title: "the city that measures its air",
        story: "A city hangs a sensor on every lamp.",
        event: Event {
            table: "Samples",
            id: "SampleId",
            time: "TakenAt",
            part: "SampleValues",
            part_no: "ValueNo",
            reader: "The warning service",
        },
        tracked: Tracked {
            table: "Sensors",
            id: "SensorId",
            time: "LastReport",
            index: "SensorsByLastReport",
            reader: "The workshop",
        },
        counter: Counter { table: "CityTotals", name: "City", value: "Total" },
        seldom: Seldom { table: "Thresholds", time: "DecidedAt", document: "Reason" },
        user: User {
            table: "Offices",
            id: "OfficeId",
            history: "OfficeReports",
            history_time: "FiledAt",
        },
    },
    Theme {
        title: "the concert that everybody hears",
        story: "A concert is streamed to a continent.",
        event: Event {
            table: "Plays",
            id: "PlayId",
            time: "StartedAt",
            part: "PlayChunks",
            part_no: "ChunkNo",
            reader: "The charts",
        },
        tracked: Tracked {
            table: "Devices",
            id: "DeviceId",
            time: "LastPing",
            index: "DevicesByLastPing",
            reader: "Support",
        },
        counter: Counter { table: "Applause", name: "Concert", value: "Claps" },
        seldom: Seldom { table: "Programmes", time: "PrintedAt", document: "Songs" },
        user: User {
            table: "Listeners",
            id: "ListenerId",
            history: "ListenerPlaylists",
            history_time: "SavedAt",
        },
    },
];
