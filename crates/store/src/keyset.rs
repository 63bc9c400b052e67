//! Pages of lists in a chosen order: absent keys come last in both directions, ties are broken by the
//! identifier, ascending (docs/rules/requests.md#rule-13).

use sea_query::Value;

use crate::sql::Sql;

/// A position in a list: the last row's sort key, as text, and its identifier.
pub type Place<I> = (Option<String>, I);

/// Which part of a list, in which order.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a, S, I> {
    /// What it is sorted by.
    pub sort: S,
    /// The greatest first.
    pub descending: bool,
    /// Continue after this place.
    pub after: Option<&'a Place<I>>,
    /// Maximum number of rows.
    pub limit: u32,
}

impl<S, I: Clone + Into<Value>> Part<'_, S, I> {
    /// More of a WHERE: the rows after the place. `first` is the number of the next value.
    pub(crate) fn beyond(&self, key: &str, id: &str, first: usize) -> String {
        let sign = if self.descending { "<" } else { ">" };
        match self.after {
            None => String::new(),
            Some((None, _)) => format!("AND {key} IS NULL AND {id} > ${first}"),
            Some((Some(_), _)) => {
                let second = first + 1;
                format!(
                    "AND ({key} {sign} ${first} OR ({key} = ${first} AND {id} > ${second}) OR {key} IS NULL)"
                )
            }
        }
    }

    /// The end of the statement: order and limit.
    pub(crate) fn order(&self, key: &str, id: &str) -> String {
        let direction = if self.descending { "DESC" } else { "ASC" };
        let limit = self.limit;
        format!("ORDER BY CASE WHEN {key} IS NULL THEN 1 ELSE 0 END, {key} {direction}, {id} LIMIT {limit}")
    }

    /// Binds the values of [`Part::beyond`].
    pub(crate) fn bind(&self, statement: Sql) -> Sql {
        match self.after {
            None => statement,
            Some((None, id)) => statement.bind(id.clone()),
            Some((Some(key), id)) => statement.bind(key.as_str()).bind(id.clone()),
        }
    }
}
