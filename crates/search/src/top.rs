//! The first titles of an order.

use std::collections::BinaryHeap;

/// Ranks with numbers; the smallest are kept.
#[derive(Debug)]
pub(crate) struct TopRanks {
    size: usize,
    heap: BinaryHeap<(i64, i64)>,
}

impl TopRanks {
    /// Keeps `size` of them.
    pub(crate) fn new(size: usize) -> Self {
        Self { size, heap: BinaryHeap::with_capacity(size + 1) }
    }

    /// Offers a rank; `id` is called only if the rank is good enough.
    #[inline]
    pub(crate) fn offer_rank(&mut self, rank: i64, id: impl FnOnce() -> i64) {
        if self.heap.len() < self.size {
            self.heap.push((rank, id()));
        } else if let Some(mut worst) = self.heap.peek_mut()
            && rank <= worst.0
        {
            let entry = (rank, id());
            if entry < *worst {
                *worst = entry;
            }
        }
    }

    /// Returns the kept ranks, the smallest first.
    pub(crate) fn into_sorted(self) -> Vec<(i64, i64)> {
        self.heap.into_sorted_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::TopRanks;

    #[test]
    fn the_smallest_are_kept_in_order() {
        let mut top = TopRanks::new(3);
        for (rank, id) in [(5, 1), (2, 9), (2, 3), (9, 0), (2, 4), (7, 7)] {
            top.offer_rank(rank, || id);
        }
        assert_eq!(top.into_sorted(), [(2, 3), (2, 4), (2, 9)]);
        let mut none = TopRanks::new(0);
        none.offer_rank(1, || 1);
        assert_eq!(none.into_sorted(), []);
    }
}
