//! Statements: text that both databases understand, with `$1`, `$2` and so on, and the values of these.

mod table_row;
mod value;

pub(crate) use table_row::{OnConflict, TableRow, insert_rows, update_rows};
pub(crate) use value::Values;
pub use value::{Value, ValueTuple};

/// Rows or keys per statement, limited by its bound values.
pub(crate) const ROWS_PER_STATEMENT: usize = 500;

/// A statement with the values of `$1` to `$n`.
#[derive(Debug, Clone)]
pub struct Sql {
    text: String,
    values: Vec<Value>,
}

impl Sql {
    /// The text; values follow by [`Sql::bind`] in the order of their numbers.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), values: Vec::new() }
    }

    /// The value of the next number.
    #[must_use]
    pub fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// The values of the next numbers.
    #[must_use]
    pub fn bind_all(self, values: impl ValueTuple) -> Self {
        self.bind_list(values.into_values())
    }

    #[must_use]
    pub fn append(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    /// Adds `AND condition` if there is a value, which takes the place of the `?` in the condition.
    #[must_use]
    pub fn and_if_some(self, condition: &str, value: Option<impl Into<Value>>) -> Self {
        let Some(value) = value else { return self };
        let placeholder = format!("${}", self.next_number());
        self.append(" AND ").append(&condition.replacen('?', &placeholder, 1)).bind(value)
    }

    pub(crate) fn next_number(&self) -> usize {
        self.values.len() + 1
    }

    /// Returns true if the statement only reads: it may go to a reading connection of SQLite.
    pub(crate) fn is_read(&self) -> bool {
        is_read_only(&self.text)
    }

    /// The text and the values, to be sent.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn into_parts(self) -> (String, Values) {
        (self.text, Values(self.values))
    }

    /// Binds a list: its placeholders replace each `(?)` in the text.
    #[must_use]
    pub(crate) fn bind_in<V: Into<Value>>(self, values: impl IntoIterator<Item = V>) -> Self {
        let first = self.next_number();
        let mut bound = self.bind_list(values);
        let list = placeholders(first, bound.next_number() - first);
        bound.text = bound.text.replace("(?)", &format!("({list})"));
        bound
    }

    /// One statement for every [`ROWS_PER_STATEMENT`] of these keys, bound by [`Sql::bind_in`]. Without keys,
    /// there is no statement.
    pub(crate) fn for_keys<K: Into<Value>>(&self, keys: impl IntoIterator<Item = K>) -> Vec<Self> {
        let keys: Vec<Value> = keys.into_iter().map(Into::into).collect();
        keys.chunks(ROWS_PER_STATEMENT).map(|some| self.clone().bind_in(some.iter().cloned())).collect()
    }

    /// Values of a list whose placeholders [`placeholders`] wrote.
    #[must_use]
    pub fn bind_list<V: Into<Value>>(mut self, values: impl IntoIterator<Item = V>) -> Self {
        self.values.extend(values.into_iter().map(Into::into));
        self
    }
}

/// Returns true if a fixed text only reads. A `WITH` can begin a statement that writes, and a part of one
/// can write before it reads.
fn is_read_only(text: &str) -> bool {
    let mut words =
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let is_query = words.clone().next().is_some_and(|first| matches!(first, "SELECT" | "WITH"));
    is_query && !words.any(|word| matches!(word, "INSERT" | "UPDATE" | "DELETE"))
}

/// `$3, $4, $5` for `placeholders(3, 3)`: the places of a list in fixed text.
pub(crate) fn placeholders(first: usize, count: usize) -> String {
    (first..first + count).map(|n| format!("${n}")).collect::<Vec<_>>().join(", ")
}

/// The text with `?` instead of `$1`, `$2` and so on, if each appears once and they are in order. SQLite
/// keeps the names of numbered placeholders in a list and looks up each one from the beginning: in an insert
/// of 10,000 values, that takes longer than the insert.
pub(crate) fn remove_placeholder_numbers(text: String) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut expected = 1_usize;
    for (number, part) in text.split_inclusive('\'').enumerate() {
        // Every other part is a literal, which has no placeholder.
        if number % 2 == 1 {
            plain.push_str(part);
            continue;
        }
        let mut pieces = part.split('$');
        plain.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            let (digits, after) = piece.split_at(piece.bytes().take_while(u8::is_ascii_digit).count());
            if digits.is_empty() {
                plain.push('$');
            } else if digits.parse() == Ok(expected) {
                plain.push('?');
                expected += 1;
            } else {
                return text;
            }
            plain.push_str(after);
        }
    }
    plain
}

/// The value of a column as SQL, for a condition that SQLite does not search an index for. It has no
/// statistics, and might prefer an index that leads to more rows than the one of another condition.
/// PostgreSQL, which has statistics, sees the column itself.
pub(crate) fn hide_from_indexes(column: &str) -> String {
    format!("CASE WHEN TRUE THEN {column} END")
}

/// `(CAST($1 AS TEXT), CAST($2 AS BIGINT)), ...`: the rows of a VALUES list, with the types of their columns.
/// A value in a list has no type of its own. The values are bound row by row.
pub(crate) fn typed_rows(kinds: &[&str], rows: usize) -> String {
    let row = |row: usize| {
        let places = kinds.iter().zip(row * kinds.len() + 1..);
        let cells: Vec<String> = places.map(|(kind, place)| format!("CAST(${place} AS {kind})")).collect();
        format!("({})", cells.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

/// A pattern for `LIKE ... ESCAPE '\'` that matches texts beginning with `prefix`.
pub(crate) fn starts_with_pattern(prefix: &str) -> String {
    let mut pattern = String::with_capacity(prefix.len() + 1);
    for c in prefix.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::{Sql, is_read_only, placeholders, remove_placeholder_numbers, starts_with_pattern};

    #[test]
    fn only_statements_that_write_nothing_use_a_reading_connection() {
        for text in ["SELECT 1", "WITH a AS (SELECT 1) SELECT updated FROM a"] {
            assert!(is_read_only(text), "{text}");
        }
        for text in [
            "INSERT INTO a SELECT 1",
            "WITH a AS (VALUES (1)) UPDATE b SET c = 1 FROM a",
            "WITH a AS (DELETE FROM b RETURNING c) SELECT c FROM a",
            "SELECT a FROM b FOR UPDATE",
            "",
        ] {
            assert!(!is_read_only(text), "{text}");
        }
    }

    #[test]
    fn a_condition_without_a_value_is_left_out() {
        let sql = Sql::new("SELECT a FROM t WHERE b = $1").bind(1_i64);
        let sql = sql.and_if_some("c > ?", None::<i64>).and_if_some("d = ?", Some("x")).append(" ORDER BY a");
        assert_eq!(sql.text, "SELECT a FROM t WHERE b = $1 AND d = $2 ORDER BY a");
        assert_eq!(sql.values, [1_i64.into(), "x".into()]);
    }

    #[test]
    fn a_list_of_any_length_is_split_into_statements() {
        let select = Sql::new("SELECT a FROM t WHERE b = $1 AND (c IN (?) OR d IN (?))").bind(7_i64);
        assert!(select.for_keys(0..0_i64).is_empty());
        let statements = select.for_keys(0..501_i64);
        let [whole, rest] = statements.as_slice() else { panic!("{} statements", statements.len()) };
        assert_eq!(whole.values.len(), 501);
        assert_eq!(rest.text, "SELECT a FROM t WHERE b = $1 AND (c IN ($2) OR d IN ($2))");
        assert_eq!(rest.values, [7_i64.into(), 500_i64.into()]);
    }

    #[test]
    fn placeholders_in_order_need_no_numbers() {
        let remove = |text: &str| remove_placeholder_numbers(text.to_owned());
        assert_eq!(remove("INSERT INTO t VALUES ($1, $2), ($3, $4)"), "INSERT INTO t VALUES (?, ?), (?, ?)");
        assert_eq!(
            remove("SELECT a ->> '$.b', '$1', 'it''s $9', $1 FROM t"),
            "SELECT a ->> '$.b', '$1', 'it''s $9', ? FROM t"
        );
        for text in ["SELECT $2, $1", "SELECT $1, $1", "SELECT $1, $3", "SELECT 1", ""] {
            assert_eq!(remove(text), text);
        }
    }

    #[test]
    fn placeholders_are_numbered() {
        assert_eq!(placeholders(3, 3), "$3, $4, $5");
        assert_eq!(placeholders(1, 0), "");
    }

    #[test]
    fn a_prefix_is_taken_literally() {
        assert_eq!(starts_with_pattern("50%_a\\"), "50\\%\\_a\\\\%");
    }
}
