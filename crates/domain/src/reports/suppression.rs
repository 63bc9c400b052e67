//! Withholding numbers that could point at a person (docs/rules/reports.md#rule-1).

/// Numbers from 1 to one below this one are never published.
pub const MIN_PUBLISHED_COUNT: u64 = 5;

/// A table of numbers as it is published: `None` for a number that is withheld. It does not say which of the
/// withheld numbers are small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedTable {
    /// The numbers of each row.
    pub cells: Vec<Vec<Option<u64>>>,
    pub row_totals: Vec<Option<u64>>,
    pub column_totals: Vec<Option<u64>>,
    /// The sum of all numbers.
    pub total: Option<u64>,
}

/// Withholds small numbers of a table and its totals, and as many others as it takes until none of them can
/// be computed from what is published. Each row has `columns` numbers.
pub fn publish_table(rows: &[Vec<u64>], columns: usize) -> PublishedTable {
    let mut grid = Grid::new(rows, columns);
    grid.withhold();
    let cell = |row, column| grid.published_value(row, column);
    let line = |row| (0..columns).map(|column| cell(row, column)).collect();
    PublishedTable {
        cells: (0..rows.len()).map(line).collect(),
        row_totals: (0..rows.len()).map(|row| cell(row, columns)).collect(),
        column_totals: line(rows.len()),
        total: cell(rows.len(), columns),
    }
}

/// The numbers with their totals, which are the last row and the last column.
struct Grid {
    height: usize,
    width: usize,
    values: Vec<u64>,
    is_withheld: Vec<bool>,
}

impl Grid {
    fn new(rows: &[Vec<u64>], columns: usize) -> Self {
        let (height, width) = (rows.len() + 1, columns + 1);
        let mut values = vec![0; height * width];
        for (row, numbers) in rows.iter().enumerate() {
            for (column, number) in numbers.iter().take(columns).enumerate() {
                for (row, column) in
                    [(row, column), (row, columns), (rows.len(), column), (rows.len(), columns)]
                {
                    values[row * width + column] += number;
                }
            }
        }
        let is_withheld = values.iter().map(|value| (1..MIN_PUBLISHED_COUNT).contains(value)).collect();
        Self { height, width, values, is_withheld }
    }

    fn published_value(&self, row: usize, column: usize) -> Option<u64> {
        let at = row * self.width + column;
        (!self.is_withheld[at]).then(|| self.values[at])
    }

    /// Withholds one more number after the other until all withheld ones are safe.
    fn withhold(&mut self) {
        while let Some(at) = self.find_weakness().and_then(|lines| self.choose_to_withhold(&lines)) {
            self.is_withheld[at] = true;
        }
    }

    /// The places where one more number must be withheld. `None` if everything is safe.
    fn find_weakness(&self) -> Option<Vec<usize>> {
        let mut lines = (0..self.sum_count()).map(|sum| self.line(sum).collect::<Vec<_>>());
        let weak = lines.find(|line| self.reveals_small_sum(line));
        weak.or_else(|| {
            let mut places = (0..self.values.len()).filter(|at| self.is_withheld[*at]);
            let bare = places.find(|at| !self.has_alternative(*at))?;
            let (row_sum, column_sum) = self.sums_of(bare);
            Some(self.line(row_sum).chain(self.line(column_sum)).collect())
        })
    }

    /// Number of sums: those of rows come first, that of the row totals last among them; then those of
    /// columns.
    fn sum_count(&self) -> usize {
        self.height + self.width
    }

    /// The two sums that a number is part of: of its row, and of its column.
    fn sums_of(&self, at: usize) -> (usize, usize) {
        (at / self.width, self.height + at % self.width)
    }

    /// The places of a sum, with the total at the end.
    fn line(&self, sum: usize) -> impl Iterator<Item = usize> {
        let (height, width) = (self.height, self.width);
        let (start, step, count) =
            if sum < height { (sum * width, 1, width) } else { (sum - height, width, height) };
        (0..count).map(move |place| start + place * step)
    }

    /// Returns true if the published numbers of a line say that the withheld ones together are a small
    /// number.
    fn reveals_small_sum(&self, line: &[usize]) -> bool {
        let Some((total, parts)) = line.split_last() else { return false };
        let sum: u64 = parts.iter().filter(|at| self.is_withheld[**at]).map(|at| self.values[*at]).sum();
        !self.is_withheld[*total] && (1..MIN_PUBLISHED_COUNT).contains(&sum)
    }

    /// The published place to withhold next, one of these if possible: a number rather than a total, a number
    /// of somebody rather than zero, a small one rather than a large one. `None` if nothing is published.
    fn choose_to_withhold(&self, places: &[usize]) -> Option<usize> {
        let rank = |at: &usize| {
            let is_total = at / self.width == self.height - 1 || at % self.width == self.width - 1;
            (self.values[*at] == 0, is_total, self.values[*at])
        };
        let is_published = |at: &usize| !self.is_withheld[*at];
        let near = places.iter().copied().filter(is_published).min_by_key(rank);
        near.or_else(|| (0..self.values.len()).filter(is_published).min_by_key(rank))
    }

    /// Returns true if a withheld number could be another one: there is another table, without negative
    /// numbers, in which everything that is published is the same.
    ///
    /// Every number is part of two sums, so numbers are arcs between sums, and tables with the same published
    /// numbers differ by circulations along withheld arcs.
    fn has_alternative(&self, at: usize) -> bool {
        let (from, to) = self.arc(at);
        self.is_reachable(to, from, at) || (self.values[at] > 0 && self.is_reachable(from, to, at))
    }

    /// Returns true if numbers can be moved from one sum to the other along withheld arcs, without this one.
    fn is_reachable(&self, from: usize, to: usize, without: usize) -> bool {
        let mut is_visited = vec![false; self.sum_count()];
        is_visited[from] = true;
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            for at in self.line(node).filter(|at| self.is_withheld[*at] && *at != without) {
                let (tail, head) = self.arc(at);
                let next = if tail == node {
                    head
                } else if self.values[at] > 0 {
                    tail
                } else {
                    continue;
                };
                if !is_visited[next] {
                    is_visited[next] = true;
                    open.push(next);
                }
            }
        }
        is_visited[to]
    }

    /// The two sums that a number is part of. The direction is such that every number enters one of them and
    /// leaves the other.
    fn arc(&self, at: usize) -> (usize, usize) {
        let (row_sum, column_sum) = self.sums_of(at);
        let (is_last_row, is_last_column) = (row_sum == self.height - 1, column_sum == self.sum_count() - 1);
        if is_last_row == is_last_column { (row_sum, column_sum) } else { (column_sum, row_sum) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, prop, prop_assert, proptest};

    use super::{MIN_PUBLISHED_COUNT, PublishedTable, publish_table};

    /// The sums of rows, of columns, and of everything.
    fn sum_up(rows: &[Vec<u64>], columns: usize) -> (Vec<u64>, Vec<u64>, u64) {
        let by_row: Vec<u64> = rows.iter().map(|row| row.iter().sum()).collect();
        let by_column = (0..columns).map(|column| rows.iter().map(|row| row[column]).sum()).collect();
        let total = by_row.iter().sum();
        (by_row, by_column, total)
    }

    /// Every number of a table with its totals, next to what is published of it.
    fn pair_up(published: &PublishedTable, rows: &[Vec<u64>]) -> Vec<(Option<u64>, u64)> {
        let (by_row, by_column, total) = sum_up(rows, published.column_totals.len());
        let shown = published.cells.iter().flatten().chain(&published.row_totals);
        let shown = shown.chain(&published.column_totals).chain([&published.total]).copied();
        let real = rows.iter().flatten().copied().chain(by_row).chain(by_column).chain([total]);
        shown.zip(real).collect()
    }

    /// Tables of two rows and three columns, mostly of small numbers.
    fn any_small_table() -> impl Strategy<Value = Vec<Vec<u64>>> {
        prop::collection::vec(prop::collection::vec(0..12_u64, 3), 2)
    }

    fn any_table() -> impl Strategy<Value = Vec<Vec<u64>>> {
        (1..5_usize, 1..5_usize).prop_flat_map(|(height, width)| {
            prop::collection::vec(prop::collection::vec(0..40_u64, width), height)
        })
    }

    /// The tables that differ from this one by at most one in each cell.
    fn list_neighbors(rows: &[Vec<u64>]) -> Vec<Vec<Vec<u64>>> {
        let mut tables = vec![Vec::new()];
        for number in rows.iter().flatten() {
            let longer = |cells: Vec<u64>| {
                let values = number.saturating_sub(1)..=number + 1;
                values.map(move |value| cells.iter().copied().chain([value]).collect())
            };
            tables = tables.into_iter().flat_map(longer).collect();
        }
        let width = rows.first().map_or(1, Vec::len);
        let fold = |cells: Vec<u64>| cells.chunks(width).map(<[u64]>::to_vec).collect();
        tables.into_iter().map(fold).collect()
    }

    proptest! {
        #[test]
        fn what_is_published_is_true_and_never_small(rows in any_table()) {
            let published = publish_table(&rows, rows[0].len());
            for (shown, real) in pair_up(&published, &rows) {
                prop_assert!(shown.is_none_or(|shown| shown == real), "{:?}", published);
                let is_small = (1..MIN_PUBLISHED_COUNT).contains(&real);
                prop_assert!(shown.is_none() || !is_small, "{:?}", published);
            }
        }

        #[test]
        fn nothing_withheld_can_be_computed_from_what_is_published(rows in any_small_table()) {
            let published = publish_table(&rows, 3);
            let pairs = pair_up(&published, &rows);
            // A reader of what is published cannot tell the table from these.
            let agrees = |(shown, real): &(Option<u64>, u64)| shown.is_none_or(|shown| shown == *real);
            let fits = |other: &Vec<Vec<u64>>| pair_up(&published, other).iter().all(agrees);
            let others: Vec<_> = list_neighbors(&rows).into_iter().filter(fits).collect();
            for (at, (shown, real)) in pairs.iter().enumerate() {
                let differs = |other: &Vec<Vec<u64>>| pair_up(&published, other)[at].1 != *real;
                prop_assert!(shown.is_some() || others.iter().any(differs), "{} of {:?}", at, published);
            }
        }

        #[test]
        fn large_numbers_are_all_published(rows in any_table()) {
            let enlarge = |row: &Vec<u64>| row.iter().map(|number| number + MIN_PUBLISHED_COUNT).collect();
            let rows: Vec<Vec<u64>> = rows.iter().map(enlarge).collect();
            let published = publish_table(&rows, rows[0].len());
            prop_assert!(pair_up(&published, &rows).iter().all(|(shown, _)| shown.is_some()));
        }
    }

    #[test]
    fn a_second_number_hides_a_small_one() {
        let published = publish_table(&[vec![40, 12, 2], vec![33, 9, 11], vec![55, 30, 8]], 3);
        assert_eq!(published.cells[0], [Some(40), None, None]);
        assert_eq!((published.row_totals, published.total), (vec![Some(54), Some(53), Some(93)], Some(200)));
        let nobody = publish_table(&[vec![0, 0]], 2);
        assert_eq!((nobody.cells, nobody.total), (vec![vec![Some(0), Some(0)]], Some(0)));
        let few = publish_table(&[vec![1, 0], vec![0, 2]], 2);
        assert_eq!(few.total, None);
        assert_eq!(publish_table(&[], 2).column_totals, [Some(0), Some(0)]);
    }
}
