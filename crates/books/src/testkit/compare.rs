//! Compares two texts word by word: common words in the same order, moved words, missing words.

use std::collections::HashMap;

/// The words of a text that another text contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordComparison {
    /// Words of the first text.
    pub words: usize,
    /// Words that are in the second in the same order.
    pub in_order: usize,
    /// Other words that are elsewhere in it, again in the same order: mainly notes.
    pub moved_words: usize,
    /// The first places where words are missing, each with the words before it.
    pub missing: Vec<String>,
    /// For each word of the first text, its place in the second.
    pub places: Vec<Option<usize>>,
}

impl WordComparison {
    /// The share of words in order, between 0 and 1.
    pub fn share(&self) -> f64 {
        share_of(self.in_order, self.words)
    }

    /// The share of words in order or moved.
    pub fn share_with_moved(&self) -> f64 {
        share_of(self.in_order + self.moved_words, self.words)
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share of words")]
fn share_of(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// Maximum number of searches for moved words: notes of notes, and words between them, have moved twice.
const MAX_MOVES: usize = 3;

/// Compares the words of a text with those of another that was made of it.
pub fn compare_words(source: &[String], text: &[String]) -> WordComparison {
    let (mut source_words, mut text_words) = (Vec::new(), Vec::new());
    for (words, all) in [(source, &mut source_words), (text, &mut text_words)] {
        all.extend(words.iter().map(String::as_str).enumerate());
    }
    let mut places = vec![None; source.len()];
    let in_order = pair_sequence(&source_words, &text_words, &mut places);
    let mut moved = 0;
    for _ in 0..MAX_MOVES {
        source_words.retain(|(at, _)| places[*at].is_none());
        let mut taken = vec![false; text.len()];
        places.iter().flatten().for_each(|at: &usize| taken[*at] = true);
        text_words.retain(|(at, _)| !taken[*at]);
        moved += pair_sequence(&source_words, &text_words, &mut places);
    }
    let missing = (0..source.len())
        .filter(|at| places[*at].is_none() && (*at == 0 || places[at - 1].is_some()))
        .take(5)
        .map(|at| {
            let end = (at..source.len()).find(|at| places[*at].is_some()).unwrap_or(source.len());
            let lost = source[at..end.min(at + 12)].join(" ");
            format!("{} -> {lost}", source[at.saturating_sub(4)..at].join(" "))
        })
        .collect();
    WordComparison { words: source.len(), in_order, moved_words: moved, missing, places }
}

/// A word and its place.
type Word<'a> = (usize, &'a str);

/// Finds a long common sequence and writes its places; returns how many words it has.
fn pair_sequence(left: &[Word<'_>], right: &[Word<'_>], places: &mut [Option<usize>]) -> usize {
    let mut pairs = Vec::new();
    pair_range(left, right, 4, &mut pairs);
    for (one, other) in &pairs {
        places[*one] = Some(*other);
    }
    pairs.len()
}

/// Groups of words that occur once on both sides hold the texts together (as patience diff has it); what is
/// between them is short enough to be compared in full.
fn pair_range(mut left: &[Word<'_>], mut right: &[Word<'_>], group: usize, pairs: &mut Vec<(usize, usize)>) {
    /// Products of lengths up to which all is compared with all.
    const MAX_COMPARED_PRODUCT: usize = 1 << 20;
    while let ([one, left_rest @ ..], [other, right_rest @ ..]) = (left, right)
        && one.1 == other.1
    {
        pairs.push((one.0, other.0));
        (left, right) = (left_rest, right_rest);
    }
    while let ([left_rest @ .., one], [right_rest @ .., other]) = (left, right)
        && one.1 == other.1
    {
        pairs.push((one.0, other.0));
        (left, right) = (left_rest, right_rest);
    }
    if left.is_empty() || right.is_empty() || group == 0 {
        return;
    }
    if left.len() * right.len() <= MAX_COMPARED_PRODUCT {
        return pair_all(left, right, pairs);
    }
    let anchors = unique_anchors(left, right, group);
    if anchors.is_empty() {
        return pair_range(left, right, group - 1, pairs);
    }
    let (mut at_left, mut at_right) = (0, 0);
    for (one, other) in anchors.into_iter().chain([(left.len(), right.len())]) {
        pair_range(&left[at_left..one], &right[at_right..other], group, pairs);
        if let (Some(own), Some(its)) = (left.get(one), right.get(other)) {
            pairs.push((own.0, its.0));
        }
        (at_left, at_right) = (one + 1, other + 1);
    }
}

/// The beginnings of word groups that occur once on each side; the longest list that is in order in both.
fn unique_anchors(left: &[Word<'_>], right: &[Word<'_>], group: usize) -> Vec<(usize, usize)> {
    let once = |words: &[Word<'_>]| {
        let mut found: HashMap<Vec<String>, Option<usize>> = HashMap::new();
        for (at, words) in words.windows(group).enumerate() {
            let key = words.iter().map(|(_, word)| (*word).to_owned()).collect();
            found.entry(key).and_modify(|at| *at = None).or_insert(Some(at));
        }
        found
    };
    let right = once(right);
    let mut both: Vec<(usize, usize)> =
        once(left).into_iter().filter_map(|(key, at)| Some((at?, (*right.get(&key)?)?))).collect();
    both.sort_unstable();
    // The longest increasing list: `last[n]` ends the best list of n + 1.
    let mut last: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(both.len());
    for (n, (_, place)) in both.iter().enumerate() {
        let length = last.partition_point(|end| both[*end].1 < *place);
        before.push(length.checked_sub(1).map(|shorter| last[shorter]));
        if length == last.len() { last.push(n) } else { last[length] = n }
    }
    let mut chain: Vec<(usize, usize)> =
        std::iter::successors(last.last().copied(), |n| before[*n]).map(|n| both[n]).collect();
    chain.reverse();
    chain
}

/// The longest common sequence of two short lists.
fn pair_all(left: &[Word<'_>], right: &[Word<'_>], pairs: &mut Vec<(usize, usize)>) {
    let wide = right.len() + 1;
    let mut best = vec![0_u32; (left.len() + 1) * wide];
    for (i, one) in left.iter().enumerate().rev() {
        for (j, other) in right.iter().enumerate().rev() {
            best[i * wide + j] = if one.1 == other.1 {
                best[(i + 1) * wide + j + 1] + 1
            } else {
                best[(i + 1) * wide + j].max(best[i * wide + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        if left[i].1 == right[j].1 {
            pairs.push((left[i].0, right[j].0));
            (i, j) = (i + 1, j + 1);
        } else if best[(i + 1) * wide + j] >= best[i * wide + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn moved_words_are_distinguished_from_missing_ones() {
        let source = test_words("a long story 1 note text goes on and ends here now");
        let text = test_words("a long story goes on and x ends here now note text");
        let found = compare_words(&source, &text);
        assert_eq!((found.words, found.in_order, found.moved_words), (12, 9, 2), "{found:?}");
        assert_eq!(found.missing, ["a long story -> 1"]);
        assert_eq!(compare_words(&source, &source).in_order, 12);
        assert_eq!((compare_words(&[], &text).words, compare_words(&source, &[]).in_order), (0, 0));
    }

    #[test]
    fn long_texts_are_compared_in_parts() {
        // Every word occurs several times.
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            format!("w{}", (state >> 16) % 4001)
        };
        let source: Vec<String> = (0..30_000).map(|_| next()).collect();
        let mut text = source.clone();
        let moved: Vec<String> = text.drain(20_000..20_050).collect();
        text.splice(5_000..5_000, moved);
        text.drain(10_000..10_010);
        let found = compare_words(&source, &text);
        assert_eq!((found.in_order, found.moved_words), (29_940, 50));
    }
}
