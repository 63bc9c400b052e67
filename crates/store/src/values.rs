//! Between domain types and what both databases store.

use std::collections::HashMap;
use std::hash::Hash;

use domain::WireEnum;
use jiff::Timestamp;
use serde::de::DeserializeOwned;

use crate::{Result, StoreError};

/// A stored time: microseconds since 1970.
pub(crate) fn to_timestamp(micros: i64) -> Result<Timestamp> {
    Timestamp::from_microsecond(micros).map_err(|error| StoreError::Corrupt(error.to_string()))
}

/// A stored enumeration.
pub(crate) fn parse_enum<E: WireEnum>(text: &str) -> Result<E> {
    Ok(E::parse(text)?)
}

pub(crate) fn to_count<N: TryFrom<i64>>(value: i64) -> Result<N> {
    N::try_from(value).map_err(|_| StoreError::Corrupt(format!("{value} is out of range")))
}

/// For binding a count that is kept as BIGINT.
pub(crate) fn to_bigint(value: u64) -> Result<i64> {
    i64::try_from(value).map_err(|_| StoreError::Corrupt(format!("{value} is out of range")))
}

/// Groups rows by their first value: the second values of each group, in the order of the rows.
pub(crate) fn group_by_key<K: Eq + Hash, V, C: Default + Extend<V>>(rows: Vec<(K, V)>) -> HashMap<K, C> {
    let mut groups: HashMap<K, C> = HashMap::new();
    for (key, value) in rows {
        groups.entry(key).or_default().extend([value]);
    }
    groups
}

pub(crate) fn parse_record<T: DeserializeOwned>(document: &str) -> Result<T> {
    Ok(serde_json::from_str(document)?)
}
