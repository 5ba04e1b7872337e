//! Maps from names, with lookups in constant time. A sorted map would take more steps the longer the
//! text is, each to another place of memory.
//!
//! Iteration follows the order of insertion: the same everywhere.

use hashbrown::HashTable;
use smol_str::SmolStr;

/// Where the number of a name is kept.
#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    number: u32,
}

/// Numbers of names, by the hashes of these. Who asks knows the names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots(HashTable<Slot>);

impl Slots {
    /// The number of a name, if it is in; `is` tells whether a number is of that name.
    pub(crate) fn find(&self, hash: u32, is: impl Fn(u32) -> bool) -> Option<u32> {
        let same = |slot: &Slot| slot.hash == hash && is(slot.number);
        self.0.find(spread(hash), same).map(|slot| slot.number)
    }

    /// Gives a name a number, be it in or not.
    pub(crate) fn put(&mut self, hash: u32, number: u32, is: impl Fn(u32) -> bool) {
        let same = |slot: &Slot| slot.hash == hash && is(slot.number);
        match self.0.find_mut(spread(hash), same) {
            Some(slot) => slot.number = number,
            None => self.add(hash, number),
        }
    }

    /// Puts a name in that is not in.
    fn add(&mut self, hash: u32, number: u32) {
        self.0.insert_unique(spread(hash), Slot { hash, number }, |slot| spread(slot.hash));
    }
}

/// A map from names.
#[derive(Debug)]
pub(crate) struct NameMap<T> {
    slots: Slots,
    /// In the order in which the names were first put in; `None` for what was removed.
    entries: Vec<(SmolStr, Option<T>)>,
}

impl<T> Default for NameMap<T> {
    fn default() -> Self {
        Self { slots: Slots::default(), entries: Vec::new() }
    }
}

impl<T> NameMap<T> {
    fn place(&self, name: &str) -> Option<usize> {
        let is = |number: u32| self.entries[number as usize].0 == name;
        self.slots.find(hash(name.bytes()), is).map(|number| number as usize)
    }

    /// What is called `name`.
    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.entries[self.place(name)?].1.as_ref()
    }

    /// Whether anything is called `name`.
    pub(crate) fn contains_key(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Calls something `name`; gives what was called so before.
    pub(crate) fn insert(&mut self, name: SmolStr, thing: T) -> Option<T> {
        if let Some(place) = self.place(&name) {
            return self.entries[place].1.replace(thing);
        }
        self.slots.add(hash(name.bytes()), crate::text::at(self.entries.len()));
        self.entries.push((name, Some(thing)));
        None
    }

    /// Takes out what is called `name`.
    pub(crate) fn remove(&mut self, name: &str) -> Option<T> {
        let place = self.place(name)?;
        self.entries[place].1.take()
    }

    /// Leaves in what `keep` holds of.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&SmolStr, &mut T) -> bool) {
        for (name, thing) in &mut self.entries {
            if thing.as_mut().is_some_and(|thing| !keep(name, thing)) {
                *thing = None;
            }
        }
    }

    /// All names.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &SmolStr> {
        self.entries.iter().filter(|(_, thing)| thing.is_some()).map(|(name, _)| name)
    }
}

/// The hash of a name: FNV-1a, the same on every machine.
pub(crate) fn hash(name: impl Iterator<Item = u8>) -> u32 {
    let whole = name.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    u32::try_from((whole ^ (whole >> 32)) & 0xffff_ffff).expect("32 bits fit")
}

/// A hash over 64 bits, of which the table looks at the first and at the last.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
