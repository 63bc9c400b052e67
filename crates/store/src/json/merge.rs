//! Puts a caller's changes into a stored document that may have members of a newer program.
//!
//! The known part of a stored document is what remains when this program reads and writes it again. The rest
//! is unknown, and stays if the object that contains it stays:
//!
//! - An object that is the value of a member stays if the member does.
//! - An object in a list stays if the list has one that is equal in all known members, or that has the same
//!   identity: its `id`, `format` or `code`, or its type and name. Lists of anything else are replaced.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::{Result, StoreError};

/// Members that identify an object of a list: the first of these sets of which the object has all members.
const IDENTITIES: [&[&str]; 6] =
    [&["id"], &["format"], &["code"], &["type", "name"], &["type", "display_name"], &["name"]];

/// Returns `stored` with its known part changed to `new`. `reread` returns the known part of a document, by
/// deserializing and serializing it.
pub(super) fn merge(
    stored: Value,
    new: &Value,
    reread: impl Fn(Value) -> serde_json::Result<Value>,
) -> Result<Value> {
    let known = reread(stored.clone())?;
    let mut remains = Vec::new();
    let mut merged = merge_value(stored, &known, new.clone(), &mut Vec::new(), &mut remains);
    if reread(merged.clone()).ok().as_ref() != Some(new) {
        // A stored member would be read as something else next to the new ones.
        return Err(StoreError::Corrupt(
            "a newer program has written this record in a way that this one cannot change".to_owned(),
        ));
    }
    for UnknownRest { path, value } in remains {
        let mut with_remains = merged.clone();
        let has_parent = insert_at(&mut with_remains, &path, value);
        if has_parent && reread(with_remains.clone()).ok().as_ref() == Some(new) {
            merged = with_remains;
        }
    }
    Ok(merged)
}

/// A step from a value to one inside it.
#[derive(Debug, Clone)]
enum PathStep {
    Member(String),
    Element(usize),
}

/// The unknown part of an object that this program leaves out because nothing that it knows is in it. It
/// stays unless this program would then read the object as present.
#[derive(Debug)]
struct UnknownRest {
    path: Vec<PathStep>,
    value: Value,
}

fn merge_value(
    stored: Value,
    known_part: &Value,
    new: Value,
    path: &mut Vec<PathStep>,
    remains: &mut Vec<UnknownRest>,
) -> Value {
    match (stored, new) {
        (Value::Object(stored), Value::Object(new)) => {
            let nothing = Map::new();
            let known_part = known_part.as_object().unwrap_or(&nothing);
            Value::Object(merge_object(stored, known_part, new, path, remains))
        }
        (Value::Array(stored), Value::Array(new)) => {
            Value::Array(merge_list(stored, known_part, new, path, remains))
        }
        (_, new) => new,
    }
}

fn merge_object(
    mut stored: Map<String, Value>,
    known_part: &Map<String, Value>,
    new: Map<String, Value>,
    path: &mut Vec<PathStep>,
    remains: &mut Vec<UnknownRest>,
) -> Map<String, Value> {
    let mut merged = Map::new();
    for (name, value) in new {
        let value = match stored.remove(&name) {
            Some(stored) => {
                path.push(PathStep::Member(name.clone()));
                let known_part = known_part.get(&name).unwrap_or(&Value::Null);
                let value = merge_value(stored, known_part, value, path, remains);
                path.pop();
                value
            }
            None => value,
        };
        merged.insert(name, value);
    }
    for (name, stored) in stored {
        match known_part.get(&name) {
            None => drop(merged.insert(name, stored)),
            Some(known_part) => {
                let path = path.iter().cloned().chain([PathStep::Member(name)]).collect();
                remains.extend(unknown_part(stored, known_part).map(|value| UnknownRest { path, value }));
            }
        }
    }
    merged
}

/// The unknown members of an object and of the objects in it. `None` if there are none.
fn unknown_part(stored: Value, known: &Value) -> Option<Value> {
    let (Value::Object(stored), Some(known)) = (stored, known.as_object()) else { return None };
    let unknown: Map<String, Value> = stored
        .into_iter()
        .filter_map(|(name, stored)| {
            let value = match known.get(&name) {
                None => Some(stored),
                Some(known) => unknown_part(stored, known),
            };
            value.map(|value| (name, value))
        })
        .collect();
    (!unknown.is_empty()).then_some(Value::Object(unknown))
}

fn merge_list(
    stored: Vec<Value>,
    known_part: &Value,
    new: Vec<Value>,
    path: &mut Vec<PathStep>,
    remains: &mut Vec<UnknownRest>,
) -> Vec<Value> {
    // Reading keeps the objects of a list in their order; other lists may be sets.
    let known_part = known_part.as_array().map(Vec::as_slice).unwrap_or_default();
    if known_part.len() != stored.len() {
        return new;
    }
    let partners = match_elements(known_part, &new);
    let mut stored: Vec<Option<Value>> = stored.into_iter().map(Some).collect();
    let merge_element = |(index, (value, partner)): (usize, (Value, Option<usize>))| {
        let partner =
            partner.and_then(|place| Some((stored.get_mut(place)?.take()?, known_part.get(place)?)));
        let Some((stored, known_part)) = partner else { return value };
        path.push(PathStep::Element(index));
        let value = merge_value(stored, known_part, value, path, remains);
        path.pop();
        value
    };
    new.into_iter().zip(partners).enumerate().map(merge_element).collect()
}

/// For each element, the position of the same one in the list before. Only objects have one.
fn match_elements(before: &[Value], after: &[Value]) -> Vec<Option<usize>> {
    let mut free: BTreeSet<usize> =
        before.iter().enumerate().filter(|(_, value)| value.is_object()).map(|(place, _)| place).collect();
    let mut partners = vec![None; after.len()];
    let mut pair = |is_same: &dyn Fn(usize, usize) -> bool| {
        for (index, partner) in partners.iter_mut().enumerate().filter(|(index, _)| after[*index].is_object())
        {
            if partner.is_none() {
                *partner = free.iter().copied().find(|place| is_same(*place, index));
                if let Some(place) = partner {
                    free.remove(place);
                }
            }
        }
    };
    // Of equal objects each keeps its position.
    pair(&|place, index| place == index && before[place] == after[index]);
    pair(&|place, index| before[place] == after[index]);
    pair(&|place, index| identity(&before[place]) == identity(&after[index]));
    partners
}

/// Identity of an object within its list. Objects without identity are paired in their order.
fn identity(object: &Value) -> Option<Vec<&Value>> {
    let member = |name: &&str| object.get(name).filter(|value| !value.is_null());
    IDENTITIES.iter().find_map(|names| names.iter().map(member).collect())
}

/// Puts a value where the path leads to; false if the path leads nowhere.
fn insert_at(document: &mut Value, path: &[PathStep], value: Value) -> bool {
    let mut target = document;
    let Some((PathStep::Member(last), parents)) = path.split_last() else { return false };
    for step in parents {
        let next = match step {
            PathStep::Member(name) => target.get_mut(name),
            PathStep::Element(index) => target.get_mut(index),
        };
        let Some(next) = next else { return false };
        target = next;
    }
    let Some(object) = target.as_object_mut() else { return false };
    object.insert(last.clone(), value);
    true
}
