//! The brake of files that nobody looks at: one that would do harm is held until a person has seen it
//! (docs/rosters.md#from-a-folder).

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

use crate::wire_enum;

/// How long a held file waits for a decision: 30 days.
pub const HOLD_PERIOD: SignedDuration = SignedDuration::from_hours(30 * 24);
/// A file may remove one of this many members: 5 %.
const MEMBERS_PER_REMOVAL: u64 = 20;
/// Members that a file may remove at most, however many there are.
const MAX_REMOVED: u64 = 25;
/// A file that removes fewer is never held for that: somebody leaves every small school.
const MIN_HELD_REMOVALS: u64 = 3;

wire_enum! {
    /// Why a file is held.
    pub enum HoldReason {
        /// It would remove too many members.
        Removals = "removals",
        /// More than half of its rows have faults.
        Refusals = "refusals",
    }
}

/// What a file would do, in numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RosterFileEffect {
    /// Number of members that the organization has.
    pub members: u64,
    /// Number of members who would be removed.
    pub removed: u64,
    pub rows: u64,
    /// Number of rows with faults.
    pub refused: u64,
}

impl RosterFileEffect {
    /// Why a file that does this is not written before a person has seen it. `None` if it may be written.
    pub fn hold_reason(&self) -> Option<HoldReason> {
        let is_many =
            self.removed > MAX_REMOVED || self.removed.saturating_mul(MEMBERS_PER_REMOVAL) > self.members;
        if self.removed >= MIN_HELD_REMOVALS && is_many {
            return Some(HoldReason::Removals);
        }
        (self.refused.saturating_mul(2) > self.rows).then_some(HoldReason::Refusals)
    }

    /// The hold of a file that does this. `None` if it may be written.
    pub fn to_hold(self) -> Option<RosterHold> {
        self.hold_reason().map(|reason| RosterHold { reason, effect: self })
    }
}

/// Why a file is held, with what it would have done when it came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RosterHold {
    pub reason: HoldReason,
    pub effect: RosterFileEffect,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Just, Strategy, prop_assert, prop_assert_eq, proptest};

    use super::{HoldReason, RosterFileEffect};

    fn removal(members: u64, removed: u64) -> RosterFileEffect {
        RosterFileEffect { members, removed, rows: members - removed, refused: 0 }
    }

    /// A number, and one that is not larger.
    fn number_and_part() -> impl Strategy<Value = (u64, u64)> {
        (0_u64..3000).prop_flat_map(|number| (Just(number), 0..=number))
    }

    #[test]
    fn the_boundaries_of_removals_are_kept() {
        for (members, removed, is_held) in [
            (0, 0, false),
            // Fewer than three are never too many.
            (2, 2, false),
            (10, 2, false),
            (10, 3, true),
            (59, 3, true),
            // Exactly 5 %.
            (60, 3, false),
            (60, 4, true),
            (400, 20, false),
            (400, 21, true),
            // Exactly 25, which is 5 % of 500.
            (500, 25, false),
            (500, 26, true),
            (10_000, 25, false),
            (10_000, 26, true),
        ] {
            let expected = is_held.then_some(HoldReason::Removals);
            assert_eq!(removal(members, removed).hold_reason(), expected, "{removed} of {members}");
        }
    }

    #[test]
    fn the_boundary_of_refused_rows_is_a_half() {
        for (rows, refused, is_held) in [(0, 0, false), (1, 1, true), (2, 1, false), (3, 2, true)] {
            let effect = RosterFileEffect { members: 100, removed: 0, rows, refused };
            let expected = is_held.then_some(HoldReason::Refusals);
            assert_eq!(effect.hold_reason(), expected, "{refused} of {rows}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_written_removes_few_and_was_mostly_read(
            (members, removed) in number_and_part(),
            (rows, refused) in number_and_part(),
        ) {
            let effect = RosterFileEffect { members, removed, rows, refused };
            if effect.hold_reason().is_none() {
                prop_assert!(removed <= 25 && (removed < 3 || removed * 20 <= members));
                prop_assert!(refused * 2 <= rows);
            } else {
                prop_assert!(removed >= 3 || refused * 2 > rows);
                // One more of either is held, too.
                let more_removed = RosterFileEffect { removed: removed + 1, members: members + 1, ..effect };
                let more_refused = RosterFileEffect { refused: refused + 1, rows: rows + 1, ..effect };
                prop_assert!(more_removed.hold_reason().is_some());
                prop_assert!(more_refused.hold_reason().is_some());
            }
            // What removes nobody and refuses nothing is written.
            prop_assert_eq!(RosterFileEffect { removed: 0, refused: 0, ..effect }.hold_reason(), None);
        }
    }
}
