//! Files in the order of playing, as several lists of them say together.

use std::collections::HashMap;

/// An ordered list of files, each once.
#[derive(Debug, Default)]
pub(in crate::daisy::read) struct FileSequence {
    paths: Vec<String>,
    /// The successor of each file.
    next: Vec<Option<usize>>,
    first: Option<usize>,
    last: Option<usize>,
    index_by_path: HashMap<String, usize>,
}

impl FileSequence {
    /// Puts files that it has not yet to the end.
    pub(in crate::daisy::read) fn append_missing<'p>(&mut self, paths: impl IntoIterator<Item = &'p str>) {
        paths.into_iter().for_each(|path| self.insert_behind(path, self.last));
    }

    /// Inserts missing files after those that precede them in this list.
    pub(in crate::daisy::read) fn insert_missing<'p>(&mut self, paths: impl IntoIterator<Item = &'p str>) {
        let mut before = None;
        for path in paths {
            self.insert_behind(path, before);
            before = self.index_by_path.get(path).copied();
        }
    }

    /// Puts a file that it does not have yet after another; to the front if there is none.
    fn insert_behind(&mut self, path: &str, behind: Option<usize>) {
        if self.index_by_path.contains_key(path) {
            return;
        }
        let number = self.paths.len();
        self.paths.push(path.to_owned());
        self.index_by_path.insert(path.to_owned(), number);
        let place = match behind {
            Some(behind) => &mut self.next[behind],
            None => &mut self.first,
        };
        let after = place.replace(number);
        self.next.push(after);
        if after.is_none() {
            self.last = Some(number);
        }
    }

    pub(in crate::daisy::read) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    pub(in crate::daisy::read) fn into_paths(mut self) -> Vec<String> {
        let mut order = Vec::with_capacity(self.paths.len());
        let mut at = self.first;
        while let Some(number) = at {
            order.push(std::mem::take(&mut self.paths[number]));
            at = self.next[number];
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::FileSequence;

    #[test]
    fn later_lists_fill_in_what_earlier_ones_left_out() {
        let mut sequence = FileSequence::default();
        sequence.append_missing(["a", "c", "a"]);
        sequence.insert_missing(["0", "a", "b", "c", "d", "d"]);
        sequence.append_missing(["e"]);
        assert_eq!(sequence.into_paths(), ["0", "a", "b", "c", "d", "e"]);
        assert!(FileSequence::default().into_paths().is_empty());
    }
}
