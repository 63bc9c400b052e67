//! A small memory of recent answers.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem::take;
use std::sync::{Mutex, PoisonError};

/// Keeps at least the last `size` values that were put in or asked for, at most twice as many.
#[derive(Debug)]
pub(crate) struct Recent<K, V> {
    size: usize,
    halves: Mutex<[HashMap<K, V>; 2]>,
}

impl<K: Hash + Eq + Clone, V: Clone> Recent<K, V> {
    /// An empty one.
    pub(crate) fn new(size: usize) -> Self {
        Self { size, halves: Mutex::new([HashMap::new(), HashMap::new()]) }
    }

    /// The value kept for `key`.
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        let mut halves = self.halves.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = halves[0].get(key) {
            return Some(value.clone());
        }
        let (key, value) = halves[1].remove_entry(key)?;
        self.put_into(&mut halves, key, value.clone());
        Some(value)
    }

    /// Keeps `value` for `key`.
    pub(crate) fn put(&self, key: K, value: V) {
        let mut halves = self.halves.lock().unwrap_or_else(PoisonError::into_inner);
        self.put_into(&mut halves, key, value);
    }

    fn put_into(&self, halves: &mut [HashMap<K, V>; 2], key: K, value: V) {
        if halves[0].len() >= self.size {
            halves[1] = take(&mut halves[0]);
        }
        halves[0].insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;

    #[test]
    fn what_is_asked_for_stays_and_the_number_is_bounded() {
        let recent = Recent::new(10);
        recent.put(0, "kept");
        for key in 1..1000 {
            recent.put(key, "passing");
            assert_eq!(recent.get(&0), Some("kept"));
        }
        assert_eq!(recent.get(&1), None);
        let kept = (0..1000).filter(|key| recent.halves.lock().unwrap().iter().any(|h| h.contains_key(key)));
        assert!(kept.count() <= 20);
    }
}
