//! The folder into which a school's own system puts files of members (docs/rosters.md#from-a-folder).

use jiff::civil::Date;

/// An organization's settings for the files in its folder.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RosterFolderSettings {
    /// True to keep members who are not in a file that lists their school.
    pub keeps_missing: bool,
    /// `None` if there is no pause.
    pub pause: Option<RosterPause>,
}

impl RosterFolderSettings {
    /// Returns true if files stay where they are on this day.
    pub fn is_paused_on(&self, day: Date) -> bool {
        self.pause.is_some_and(|pause| pause.contains(day))
    }
}

/// Days on which files stay where they are, for example school holidays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RosterPause {
    /// The first day.
    pub from: Date,
    /// The last day.
    pub until: Date,
}

impl RosterPause {
    pub fn contains(self, day: Date) -> bool {
        (self.from..=self.until).contains(&day)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::{RosterFolderSettings, RosterPause};

    #[test]
    fn a_pause_has_its_first_and_its_last_day() {
        let pause = RosterPause { from: date(2026, 7, 1), until: date(2026, 8, 31) };
        let settings = RosterFolderSettings { pause: Some(pause), ..RosterFolderSettings::default() };
        for (day, is_paused) in [
            (date(2026, 6, 30), false),
            (date(2026, 7, 1), true),
            (date(2026, 8, 31), true),
            (date(2026, 9, 1), false),
        ] {
            assert_eq!(settings.is_paused_on(day), is_paused, "{day}");
            assert!(!RosterFolderSettings::default().is_paused_on(day), "{day}");
        }
    }
}
