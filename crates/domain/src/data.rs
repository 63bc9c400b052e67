//! Code lists: tab-separated files under `data/`, compiled in and read once. Lines that begin with `#` name
//! the source; the first column is the key and the lines are sorted by it (tests see to that).

/// A list of `N` columns, sorted by the first.
#[derive(Debug)]
pub(crate) struct Table<const N: usize> {
    rows: Vec<[&'static str; N]>,
}

impl<const N: usize> Table<N> {
    pub(crate) fn get(&self, key: &str) -> Option<&[&'static str; N]> {
        self.rows.binary_search_by(|row| row[0].cmp(key)).ok().map(|at| &self.rows[at])
    }

    /// All rows, sorted by key.
    pub(crate) fn rows(&self) -> &[[&'static str; N]] {
        &self.rows
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.rows.iter().map(|row| row[0])
    }
}

/// Reads a file of the program's own; its shape is checked by tests.
pub(crate) fn parse_table<const N: usize>(text: &'static str) -> Table<N> {
    let rows =
        text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(parse_row).collect();
    Table { rows }
}

fn parse_row<const N: usize>(line: &'static str) -> [&'static str; N] {
    let mut cells = line.split('\t');
    std::array::from_fn(|_| cells.next().unwrap_or_default())
}
