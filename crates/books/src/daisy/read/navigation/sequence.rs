//! Files in the order of playing, as several lists of them say together.

use std::collections::HashMap;

/// An ordered list of files, each once.
#[derive(Debug, Default)]
pub(in crate::daisy::read) struct Sequence {
    paths: Vec<String>,
    /// What follows each.
    next: Vec<Option<usize>>,
    first: Option<usize>,
    last: Option<usize>,
    known: HashMap<String, usize>,
}

impl Sequence {
    /// Puts files that it has not yet to the end.
    pub(in crate::daisy::read) fn append<'p>(&mut self, paths: impl IntoIterator<Item = &'p str>) {
        paths.into_iter().for_each(|path| self.put(path, self.last));
    }

    /// Inserts missing files after those that precede them in this list.
    pub(in crate::daisy::read) fn fill_in<'p>(&mut self, paths: impl IntoIterator<Item = &'p str>) {
        let mut before = None;
        for path in paths {
            self.put(path, before);
            before = self.known.get(path).copied();
        }
    }

    /// Puts a file that it does not have yet after another; to the front if there is none.
    fn put(&mut self, path: &str, behind: Option<usize>) {
        if self.known.contains_key(path) {
            return;
        }
        let number = self.paths.len();
        self.paths.push(path.to_owned());
        self.known.insert(path.to_owned(), number);
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

    /// The files in their order.
    pub(in crate::daisy::read) fn finish(mut self) -> Vec<String> {
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
    use super::Sequence;

    #[test]
    fn later_lists_fill_in_what_earlier_ones_left_out() {
        let mut sequence = Sequence::default();
        sequence.append(["a", "c", "a"]);
        sequence.fill_in(["0", "a", "b", "c", "d", "d"]);
        sequence.append(["e"]);
        assert_eq!(sequence.finish(), ["0", "a", "b", "c", "d", "e"]);
        assert!(Sequence::default().finish().is_empty());
    }
}
