//! Number of concurrent background jobs per lane in this process.

use std::str::FromStr;

use anyhow::{Context as _, ensure};
use serde::{Deserialize, Serialize};
use workers::{Lane, Lanes};

use super::Config;

/// The slots of each lane; a missing one follows `workers`, and 0 leaves the lane to other processes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LaneSlots {
    /// Changes of the catalog and other small work.
    pub catalog: Option<usize>,
    /// Books in formats without audio, and their copies.
    pub text: Option<usize>,
    /// Readers' own documents.
    pub documents: Option<usize>,
    /// Speech synthesis.
    pub speech: Option<usize>,
    /// Emails.
    pub letters: Option<usize>,
    /// Short periodic housekeeping.
    pub housekeeping: Option<usize>,
    /// Scans of the whole catalog or the whole file store.
    pub scans: Option<usize>,
}

impl LaneSlots {
    fn slots_mut(&mut self, lane: Lane) -> &mut Option<usize> {
        match lane {
            Lane::Catalog => &mut self.catalog,
            Lane::Text => &mut self.text,
            Lane::Documents => &mut self.documents,
            Lane::Speech => &mut self.speech,
            Lane::Emails => &mut self.letters,
            Lane::Housekeeping => &mut self.housekeeping,
            Lane::Scans => &mut self.scans,
        }
    }
}

impl Config {
    /// The slots of this process. Without workers there are none, regardless of the lanes.
    pub fn job_lanes(&self) -> Lanes {
        let lanes = Lanes::for_workers(self.workers);
        if lanes.is_empty() {
            return lanes;
        }
        let mut own = self.lanes.clone();
        let set = ALL_LANES.iter().filter_map(|lane| Some((*lane, (*own.slots_mut(*lane))?)));
        set.fold(lanes, |lanes, (lane, slots)| lanes.with_slots(lane, slots))
    }

    /// Returns true if this process makes formats: other processes offer what its tools can make.
    pub fn makes_formats(&self) -> bool {
        let lanes = self.job_lanes();
        [Lane::Text, Lane::Speech, Lane::Documents].iter().any(|lane| lanes.slots(*lane) > 0)
    }

    /// Restricts the work to the lanes that a flag names.
    pub fn restrict_to(&mut self, flag: &LaneFlag) {
        let before = self.job_lanes();
        for lane in ALL_LANES {
            let named = flag.0.iter().find(|(named, _)| named == lane);
            let slots = named.map_or(0, |(_, slots)| slots.unwrap_or_else(|| before.slots(*lane).max(1)));
            *self.lanes.slots_mut(*lane) = Some(slots);
        }
    }
}

const ALL_LANES: &[Lane] = <Lane as domain::wire::WireEnum>::ALL;

/// The flag `--lanes`: names of lanes, separated by commas, each optionally with its number of slots:
/// `text,speech=2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneFlag(Vec<(Lane, Option<usize>)>);

impl FromStr for LaneFlag {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let lane = |part: &str| -> anyhow::Result<(Lane, Option<usize>)> {
            let (name, slots) = part.split_once('=').map_or((part, None), |(name, n)| (name, Some(n)));
            let slots = slots.map(|n| n.parse().with_context(|| format!("{n:?} is not a number of slots")));
            Ok((name.parse()?, slots.transpose()?))
        };
        let lanes = text.split(',').map(lane).collect::<anyhow::Result<Vec<_>>>()?;
        for (nth, (lane, slots)) in lanes.iter().enumerate() {
            ensure!(*slots != Some(0), "{lane}=0: leave the lane out");
            ensure!(lanes[..nth].iter().all(|(other, _)| other != lane), "{lane} is named twice");
        }
        Ok(Self(lanes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_config(toml: &str) -> Config {
        toml::from_str(toml).unwrap()
    }

    #[test]
    fn workers_alone_mean_the_same_as_before_lanes() {
        assert_eq!(read_config("").job_lanes(), Lanes::for_workers(2));
        assert_eq!(read_config("workers = 6").job_lanes().slots(Lane::Text), 6);
        assert!(read_config("workers = 0").job_lanes().is_empty());
        assert!(read_config("workers = 0\n[lanes]\nspeech = 3").job_lanes().is_empty());
    }

    #[test]
    fn a_lane_has_the_places_that_are_configured() {
        let lanes = read_config("[lanes]\nspeech = 3\ndocuments = 0").job_lanes();
        assert_eq!(lanes.to_string(), "catalog=2 text=2 speech=3 letters=2 housekeeping=1 scans=1");
        assert!(toml::from_str::<Config>("[lanes]\nvideo = 1").is_err());
    }

    #[test]
    fn a_flag_leaves_the_other_lanes_to_other_processes() {
        let mut config = read_config("workers = 4\n[lanes]\nspeech = 0");
        config.restrict_to(&"text,speech,documents=3".parse().unwrap());
        assert_eq!(config.job_lanes().to_string(), "text=4 documents=3 speech=1");
        for wrong in ["", "video", "text,", "text=", "text=0", "text,text=2", "text=-1"] {
            assert!(wrong.parse::<LaneFlag>().is_err(), "{wrong}");
        }
    }
}
