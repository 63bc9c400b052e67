//! Numbers as decisions of yes or no, each coded by how often it was yes before.

use std::borrow::Borrow;

use constriction::stream::model::{DecoderModel, EncoderModel, EntropyModel};

/// Bits of a probability.
pub(super) const PROBABILITY_BITS: usize = 12;
const PROBABILITY_ONE: u16 = 1 << PROBABILITY_BITS;
/// The largest sum of both counts of a decision; above, older ones count half.
const MAX_DECISION_SUM: u16 = 1020;
/// The weight of each decision: one that was never made counts a quarter of it.
const DECISION_WEIGHT: u16 = 4;
/// Bits below the highest one that are modeled; lower ones are nearly random.
const MODELED_BITS: u32 = 3;
/// The longest number, bits, and one more.
const NUMBER_LENGTHS: usize = 65;

/// Counts of the two outcomes of a decision.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decision {
    no: u16,
    yes: u16,
}

impl Decision {
    /// A decision without history.
    pub(super) const NEW: Self = Self { no: 1, yes: 1 };

    /// The part of [`PROBABILITY_ONE`] that means no: never none and never all of it.
    fn share_of_no(self) -> u16 {
        let share = u32::from(self.no) * u32::from(PROBABILITY_ONE) / u32::from(self.no + self.yes);
        u16::try_from(share).unwrap_or(PROBABILITY_ONE).clamp(1, PROBABILITY_ONE - 1)
    }

    fn record_outcome(&mut self, yes: bool) {
        *(if yes { &mut self.yes } else { &mut self.no }) += DECISION_WEIGHT;
        if self.no + self.yes > MAX_DECISION_SUM {
            self.no = self.no.div_ceil(2);
            self.yes = self.yes.div_ceil(2);
        }
    }

    fn probability(self, yes: bool) -> (u16, std::num::NonZeroU16) {
        let no = self.share_of_no();
        let (from, width) = if yes { (no, PROBABILITY_ONE - no) } else { (0, no) };
        (from, std::num::NonZeroU16::new(width).unwrap_or(std::num::NonZeroU16::MIN))
    }
}

impl EntropyModel<PROBABILITY_BITS> for Decision {
    type Symbol = bool;
    type Probability = u16;
}

impl EncoderModel<PROBABILITY_BITS> for Decision {
    fn left_cumulative_and_probability(
        &self,
        symbol: impl Borrow<bool>,
    ) -> Option<(u16, std::num::NonZeroU16)> {
        Some(self.probability(*symbol.borrow()))
    }
}

impl DecoderModel<PROBABILITY_BITS> for Decision {
    fn quantile_function(&self, quantile: u16) -> (bool, u16, std::num::NonZeroU16) {
        let yes = quantile >= self.share_of_no();
        let (from, width) = self.probability(yes);
        (yes, from, width)
    }
}

/// Statistics of the numbers of a column: how long they are, and how they begin.
#[derive(Debug)]
pub(super) struct NumberModel {
    longer: [Decision; NUMBER_LENGTHS],
    begin: Vec<[Decision; 1 << MODELED_BITS]>,
}

impl Default for NumberModel {
    fn default() -> Self {
        Self {
            longer: [Decision::NEW; NUMBER_LENGTHS],
            begin: vec![[Decision::NEW; 1 << MODELED_BITS]; NUMBER_LENGTHS],
        }
    }
}

impl NumberModel {
    /// Decides a number bit by bit: `decide` gets the statistics and returns the bit: the writer's, or the
    /// one that the reader decodes. `None` if a decision cannot be made.
    fn walk_bits(&mut self, mut decide: impl FnMut(Decision, NumberStep) -> Option<bool>) -> Option<u64> {
        // One more than the number, so that it has a highest bit.
        let mut length = 1_u32;
        while length < u64::BITS {
            let known = self.longer.get_mut(length as usize)?;
            let yes = decide(*known, NumberStep::Longer(length))?;
            known.record_outcome(yes);
            if !yes {
                break;
            }
            length += 1;
        }
        let (mut value, mut begin) = (1_u64, 1_usize);
        for bit in (0..length - 1).rev() {
            let modeled = length - 2 - bit < MODELED_BITS;
            let known = if modeled { self.begin[length as usize][begin] } else { Decision::NEW };
            let yes = decide(known, NumberStep::Bit(bit))?;
            if modeled {
                self.begin[length as usize][begin].record_outcome(yes);
                begin = 2 * begin + usize::from(yes);
            }
            value = 2 * value + u64::from(yes);
        }
        Some(value - 1)
    }

    /// Hands the decisions of a number to a coder.
    pub(super) fn write_number(&mut self, value: u64, mut code: impl FnMut(bool, Decision)) {
        let value = value.saturating_add(1);
        let length = u64::BITS - value.leading_zeros();
        let _ = self.walk_bits(|known, step| {
            let yes = match step {
                NumberStep::Longer(than) => length > than,
                NumberStep::Bit(bit) => value >> bit & 1 == 1,
            };
            code(yes, known);
            Some(yes)
        });
    }

    /// The number whose decisions a coder reads.
    pub(super) fn read_number(&mut self, mut decode: impl FnMut(Decision) -> Option<bool>) -> Option<u64> {
        self.walk_bits(|known, _| decode(known))
    }
}

/// A decision about a number.
#[derive(Debug, Clone, Copy)]
enum NumberStep {
    /// True if it has more bits than this.
    Longer(u32),
    /// True if this bit of it is set.
    Bit(u32),
}

/// A difference as a number that is small if the difference is small on either side.
pub(super) fn fold_sign(difference: u64) -> u64 {
    let difference = difference.cast_signed();
    ((difference << 1) ^ (difference >> 63)).cast_unsigned()
}

/// The difference that [`fold_sign`] made a number.
pub(super) fn unfold_sign(number: u64) -> u64 {
    ((number >> 1).cast_signed() ^ -(number & 1).cast_signed()).cast_unsigned()
}
