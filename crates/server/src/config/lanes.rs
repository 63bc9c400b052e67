//! Number of concurrent background jobs per lane in this process.

use std::str::FromStr;

use anyhow::{Context as _, ensure};
use serde::{Deserialize, Serialize};
use workers::{Lane, Lanes};

use super::Config;

/// The places of each lane; a missing one follows `workers`, and 0 leaves the lane to other processes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LanePlaces {
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

impl LanePlaces {
    fn get(&self, lane: Lane) -> Option<usize> {
        match lane {
            Lane::Catalog => self.catalog,
            Lane::Text => self.text,
            Lane::Documents => self.documents,
            Lane::Speech => self.speech,
            Lane::Emails => self.letters,
            Lane::Housekeeping => self.housekeeping,
            Lane::Scans => self.scans,
        }
    }

    fn set(&mut self, lane: Lane, places: usize) {
        let of = match lane {
            Lane::Catalog => &mut self.catalog,
            Lane::Text => &mut self.text,
            Lane::Documents => &mut self.documents,
            Lane::Speech => &mut self.speech,
            Lane::Emails => &mut self.letters,
            Lane::Housekeeping => &mut self.housekeeping,
            Lane::Scans => &mut self.scans,
        };
        *of = Some(places);
    }
}

impl Config {
    /// The places of this process. Without workers there are none, regardless of the lanes.
    pub fn job_places(&self) -> Lanes {
        let lanes = Lanes::for_workers(self.workers);
        if lanes.is_empty() {
            return lanes;
        }
        let set = ALL_LANES.iter().filter_map(|lane| Some((*lane, self.lanes.get(*lane)?)));
        set.fold(lanes, |lanes, (lane, places)| lanes.with_places(lane, places))
    }

    /// Returns true if this process makes formats: other processes offer what its tools can make.
    pub fn makes_formats(&self) -> bool {
        let lanes = self.job_places();
        [Lane::Text, Lane::Speech, Lane::Documents].iter().any(|lane| lanes.places(*lane) > 0)
    }

    /// Restricts the work to the lanes that a flag names.
    pub fn serve_only(&mut self, flag: &LaneFlag) {
        let before = self.job_places();
        for lane in ALL_LANES {
            let named = flag.0.iter().find(|(named, _)| named == lane);
            let places = named.map_or(0, |(_, places)| places.unwrap_or_else(|| before.places(*lane).max(1)));
            self.lanes.set(*lane, places);
        }
    }
}

const ALL_LANES: &[Lane] = <Lane as domain::wire::WireEnum>::ALL;

/// The flag `--lanes`: names of lanes, separated by commas, each optionally with its number of places:
/// `text,speech=2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneFlag(Vec<(Lane, Option<usize>)>);

impl FromStr for LaneFlag {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let lane = |part: &str| -> anyhow::Result<(Lane, Option<usize>)> {
            let (name, places) = part.split_once('=').map_or((part, None), |(name, n)| (name, Some(n)));
            let places =
                places.map(|n| n.parse().with_context(|| format!("{n:?} is not a number of places")));
            Ok((name.parse()?, places.transpose()?))
        };
        let lanes = text.split(',').map(lane).collect::<anyhow::Result<Vec<_>>>()?;
        for (nth, (lane, places)) in lanes.iter().enumerate() {
            ensure!(*places != Some(0), "{lane}=0: leave the lane out");
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
        assert_eq!(read_config("").job_places(), Lanes::for_workers(2));
        assert_eq!(read_config("workers = 6").job_places().places(Lane::Text), 6);
        assert!(read_config("workers = 0").job_places().is_empty());
        assert!(read_config("workers = 0\n[lanes]\nspeech = 3").job_places().is_empty());
    }

    #[test]
    fn a_lane_has_the_places_that_are_configured() {
        let lanes = read_config("[lanes]\nspeech = 3\ndocuments = 0").job_places();
        assert_eq!(lanes.to_string(), "catalog=2 text=2 speech=3 letters=2 housekeeping=1 scans=1");
        assert!(toml::from_str::<Config>("[lanes]\nvideo = 1").is_err());
    }

    #[test]
    fn a_flag_leaves_the_other_lanes_to_other_processes() {
        let mut config = read_config("workers = 4\n[lanes]\nspeech = 0");
        config.serve_only(&"text,speech,documents=3".parse().unwrap());
        assert_eq!(config.job_places().to_string(), "text=4 documents=3 speech=1");
        for wrong in ["", "video", "text,", "text=", "text=0", "text,text=2", "text=-1"] {
            assert!(wrong.parse::<LaneFlag>().is_err(), "{wrong}");
        }
    }
}
