//! Pages of lists in a chosen order: absent keys come last in both directions, ties are broken by the
//! identifier, ascending (docs/rules/requests.md#rule-13).

use crate::{Sql, Value};

/// A position in a list: the last row's sort key, as text, and its identifier. Times sort as texts, because
/// they have sixteen digits from 2001 to 2286.
pub type RowPosition<I> = (Option<String>, I);

/// A page of a list to read, and its order.
#[derive(Debug)]
pub struct PageRequest<'a, S, I> {
    pub sort: S,
    pub descending: bool,
    /// The page begins after this position, or ends before it if `backward`.
    pub after: Option<&'a RowPosition<I>>,
    /// Returns the last rows before the position, or of the list if there is none, in reverse order.
    pub backward: bool,
    pub limit: u32,
}

// Derived implementations would require `I: Copy`, but identifiers are only referenced.
impl<S: Copy, I> Clone for PageRequest<'_, S, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Copy, I> Copy for PageRequest<'_, S, I> {}

impl<S, I> PageRequest<'_, S, I> {
    /// The first page, in ascending order.
    pub fn first_page(sort: S, limit: u32) -> Self {
        Self { sort, descending: false, after: None, backward: false, limit }
    }
}

impl<S, I: Clone + Into<Value>> PageRequest<'_, S, I> {
    /// Continues a statement, which ends in its WHERE clause, with the condition for rows after the position,
    /// the order and the limit.
    pub(crate) fn complete(&self, statement: Sql, key: &str, id: &str) -> Sql {
        let condition = self.after_condition(key, id, statement.next_number());
        let order = self.order_and_limit(key, id);
        let statement = statement.append(&format!(" {condition} {order}"));
        match self.after {
            None => statement,
            Some((None, id)) => statement.bind(id.clone()),
            Some((Some(key), id)) => statement.bind(key).bind(id.clone()),
        }
    }

    /// The condition for rows after the position. `first` is the number of its first value.
    fn after_condition(&self, key: &str, id: &str, first: usize) -> String {
        let sign = if self.descending == self.backward { ">" } else { "<" };
        match self.after {
            None => String::new(),
            Some((None, _)) if self.backward => format!("AND ({key} IS NOT NULL OR {id} < ${first})"),
            Some((Some(_), _)) if self.backward => {
                let second = first + 1;
                format!("AND ({key} {sign} ${first} OR ({key} = ${first} AND {id} < ${second}))")
            }
            Some((None, _)) => format!("AND {key} IS NULL AND {id} > ${first}"),
            Some((Some(_), _)) => {
                let second = first + 1;
                format!(
                    "AND ({key} {sign} ${first} OR ({key} = ${first} AND {id} > ${second}) OR {key} IS NULL)"
                )
            }
        }
    }

    fn order_and_limit(&self, key: &str, id: &str) -> String {
        let direction = if self.descending == self.backward { "ASC" } else { "DESC" };
        let turn = if self.backward { "DESC" } else { "ASC" };
        let limit = self.limit;
        format!(
            "ORDER BY CASE WHEN {key} IS NULL THEN 1 ELSE 0 END {turn}, {key} {direction}, {id} {turn} LIMIT {limit}"
        )
    }
}
