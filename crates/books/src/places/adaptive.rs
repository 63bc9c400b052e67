//! Numbers as decisions of yes or no, each coded by how often it was yes before.

use std::borrow::Borrow;

use constriction::stream::model::{DecoderModel, EncoderModel, EntropyModel};

/// Bits of a probability.
pub(super) const PRECISION: usize = 12;
const WHOLE: u16 = 1 << PRECISION;
/// The largest sum of both counts of a decision; above, older ones count half.
const REMEMBERED: u16 = 1020;
/// What each decision counts: one that was never made counts a quarter of one.
const ONE: u16 = 4;
/// Bits below the highest one that are modeled; lower ones are nearly random.
const MODELED: u32 = 3;
/// The longest number, bits, and one more.
const LENGTHS: usize = 65;

/// How often a decision was no, and how often yes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decision {
    no: u16,
    yes: u16,
}

impl Decision {
    /// One of which nothing is known.
    pub(super) const NEW: Self = Self { no: 1, yes: 1 };

    /// The part of [`WHOLE`] that means no: never none and never all of it.
    fn share_of_no(self) -> u16 {
        let share = u32::from(self.no) * u32::from(WHOLE) / u32::from(self.no + self.yes);
        u16::try_from(share).unwrap_or(WHOLE).clamp(1, WHOLE - 1)
    }

    fn learn(&mut self, yes: bool) {
        *(if yes { &mut self.yes } else { &mut self.no }) += ONE;
        if self.no + self.yes > REMEMBERED {
            self.no = self.no.div_ceil(2);
            self.yes = self.yes.div_ceil(2);
        }
    }

    fn part(self, yes: bool) -> (u16, std::num::NonZeroU16) {
        let no = self.share_of_no();
        let (from, width) = if yes { (no, WHOLE - no) } else { (0, no) };
        (from, std::num::NonZeroU16::new(width).unwrap_or(std::num::NonZeroU16::MIN))
    }
}

impl EntropyModel<PRECISION> for Decision {
    type Symbol = bool;
    type Probability = u16;
}

impl EncoderModel<PRECISION> for Decision {
    fn left_cumulative_and_probability(
        &self,
        symbol: impl Borrow<bool>,
    ) -> Option<(u16, std::num::NonZeroU16)> {
        Some(self.part(*symbol.borrow()))
    }
}

impl DecoderModel<PRECISION> for Decision {
    fn quantile_function(&self, quantile: u16) -> (bool, u16, std::num::NonZeroU16) {
        let yes = quantile >= self.share_of_no();
        let (from, width) = self.part(yes);
        (yes, from, width)
    }
}

/// What is known of the numbers of a column: how long they are, and how they begin.
#[derive(Debug)]
pub(super) struct Numbers {
    longer: [Decision; LENGTHS],
    begin: Vec<[Decision; 1 << MODELED]>,
}

impl Default for Numbers {
    fn default() -> Self {
        Self { longer: [Decision::NEW; LENGTHS], begin: vec![[Decision::NEW; 1 << MODELED]; LENGTHS] }
    }
}

impl Numbers {
    /// Decides a number bit by bit: `decide` gets the statistics and returns the bit: the writer's, or the
    /// one that the reader decodes. `None` if a decision cannot be made.
    fn walk(&mut self, mut decide: impl FnMut(Decision, Step) -> Option<bool>) -> Option<u64> {
        // One more than the number, so that it has a highest bit.
        let mut length = 1_u32;
        while length < u64::BITS {
            let known = self.longer.get_mut(length as usize)?;
            let yes = decide(*known, Step::Longer(length))?;
            known.learn(yes);
            if !yes {
                break;
            }
            length += 1;
        }
        let (mut value, mut begin) = (1_u64, 1_usize);
        for bit in (0..length - 1).rev() {
            let modeled = length - 2 - bit < MODELED;
            let known = if modeled { self.begin[length as usize][begin] } else { Decision::NEW };
            let yes = decide(known, Step::Bit(bit))?;
            if modeled {
                self.begin[length as usize][begin].learn(yes);
                begin = 2 * begin + usize::from(yes);
            }
            value = 2 * value + u64::from(yes);
        }
        Some(value - 1)
    }

    /// Hands the decisions of a number to a coder.
    pub(super) fn write(&mut self, value: u64, mut code: impl FnMut(bool, Decision)) {
        let value = value.saturating_add(1);
        let length = u64::BITS - value.leading_zeros();
        let _ = self.walk(|known, step| {
            let yes = match step {
                Step::Longer(than) => length > than,
                Step::Bit(bit) => value >> bit & 1 == 1,
            };
            code(yes, known);
            Some(yes)
        });
    }

    /// The number whose decisions a coder reads.
    pub(super) fn read(&mut self, mut decode: impl FnMut(Decision) -> Option<bool>) -> Option<u64> {
        self.walk(|known, _| decode(known))
    }
}

/// A decision about a number.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// Whether it has more bits than this.
    Longer(u32),
    /// Whether this bit of it is set.
    Bit(u32),
}

/// A difference as a number that is small if the difference is small on either side.
pub(super) fn folded(difference: u64) -> u64 {
    let difference = difference.cast_signed();
    ((difference << 1) ^ (difference >> 63)).cast_unsigned()
}

/// The difference of a [`folded`] number.
pub(super) fn unfolded(number: u64) -> u64 {
    ((number >> 1).cast_signed() ^ -(number & 1).cast_signed()).cast_unsigned()
}
