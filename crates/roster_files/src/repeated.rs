//! Rows that repeat a student, such as one for each class or for each contact.

use std::collections::HashMap;

use crate::{RosterClass, RosterColumn, RosterRow};

/// Joins rows that say the same about a student with an identifier, except for the classes. Returns the rows,
/// and how many were joined to rows before them.
pub(crate) fn join_repeated_rows(rows: Vec<RosterRow>, max_chars: usize) -> (Vec<RosterRow>, u64) {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut joined: Vec<RosterRow> = Vec::with_capacity(rows.len());
    let mut repeated = 0;
    for row in rows {
        let id = row.cells.get(&RosterColumn::SourcedId).filter(|_| row.fault.is_none()).cloned();
        let before = id.as_ref().and_then(|id| places.get(id)).copied();
        match before {
            Some(place) if differs_only_in_classes(&joined[place], &row) => {
                joined[place].classes.extend(row.classes);
                repeated += 1;
            }
            _ => {
                if let Some(id) = id {
                    places.entry(id).or_insert(joined.len());
                }
                joined.push(row);
            }
        }
    }
    if repeated > 0 {
        for row in &mut joined {
            order_classes(row, max_chars);
        }
    }
    (joined, repeated)
}

fn differs_only_in_classes(first: &RosterRow, second: &RosterRow) -> bool {
    let is_compared = |(column, _): &(&RosterColumn, &String)| **column != RosterColumn::Classes;
    first.cells.iter().filter(is_compared).eq(second.cells.iter().filter(is_compared))
}

fn order_classes(row: &mut RosterRow, max_chars: usize) {
    row.classes.sort();
    row.classes.dedup();
    let titles = RosterClass::join_titles(&row.classes, max_chars);
    if let Some(cell) = row.cells.get_mut(&RosterColumn::Classes).filter(|_| !titles.is_empty()) {
        *cell = titles;
    }
}
