//! The held-back titles, and how many of them each method recommends.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::time::{Duration, Instant};

use domain::access::View;
use domain::popular_lists::{Popular, TITLES_PER_LIST};
use domain::recommendation_profiles::RecommendationProfile;
use domain::recommendations::{
    CATEGORIES, CoReading, HISTORY, Neighbor, RankingEvidence, Taste, rank, similar_asked,
};
use domain::{CategoryType, Title, TitleId};
use search::{ChangedTitle, Index};

use super::history::ReadingLibrary;

const RECOMMENDATIONS_PER_READER: usize = 20;
/// Readers with fewer titles are skipped: there is too little to hold back.
const MIN_HISTORY_TITLES: usize = 5;
/// Pairs of titles in memory.
const MAX_PAIRS: usize = 3_500_000;

/// A reader whose last titles are held back.
struct EvaluatedReader<'a> {
    /// The reader's index in the histories.
    reader: usize,
    /// The known history, newest first.
    known_titles: Vec<TitleId>,
    held_back: &'a [TitleId],
}

struct HistoryStatistics<'a> {
    titles: HashMap<TitleId, &'a Title>,
    neighbors: HashMap<TitleId, Vec<Neighbor>>,
    popular: Vec<Popular>,
    by_category: HashMap<&'a str, Vec<Popular>>,
    index: Index,
}

/// Lines of a table that compares the methods.
pub fn measure_recall(
    library: &ReadingLibrary,
    dir: &Path,
    max_readers: usize,
) -> anyhow::Result<Vec<String>> {
    let readers: Vec<EvaluatedReader<'_>> = library
        .histories
        .iter()
        .enumerate()
        .map(|(reader, history)| hold_back_last(reader, history))
        .collect();
    let began = Instant::now();
    let counted = HistoryStatistics::from_library(library, &readers, dir)?;
    let mut lines = vec![format!(
        "counted in {:.1} s; {} titles have neighbors",
        began.elapsed().as_secs_f64(),
        counted.neighbors.len()
    )];
    let long: Vec<&EvaluatedReader<'_>> =
        readers.iter().filter(|reader| !reader.held_back.is_empty()).collect();
    let step = (long.len() / max_readers.max(1)).max(1);
    let sample: Vec<&EvaluatedReader<'_>> = long.into_iter().step_by(step).take(max_readers).collect();
    let mut ways: BTreeMap<&str, MethodResult> = BTreeMap::new();
    let mut slowest = Duration::ZERO;
    for reader in &sample {
        let owned: BTreeSet<TitleId> = reader.known_titles.iter().copied().collect();
        let began = Instant::now();
        let ours = counted.recommend(reader, &owned, true)?;
        slowest = slowest.max(began.elapsed());
        let most_popular = counted
            .popular
            .iter()
            .map(|p| p.title)
            .filter(|id| !owned.contains(id))
            .take(RECOMMENDATIONS_PER_READER)
            .collect();
        let answers: [(&str, Vec<TitleId>); 4] = [
            ("1 most popular", most_popular),
            ("2 shared features alone", counted.recommend(reader, &owned, false)?),
            ("3 same readers alone", counted.recommend_by_neighbors(reader, &owned)),
            ("4 recommendations", ours),
        ];
        for (way, answer) in answers {
            ways.entry(way).or_default().add_reader(&answer, reader.held_back);
        }
        if let Some(hidden) = &library.generator_data {
            let likeliest =
                hidden.most_likely_titles(reader.reader).into_iter().map(|place| library.titles[place].id);
            let answer: Vec<TitleId> =
                likeliest.filter(|id| !owned.contains(id)).take(RECOMMENDATIONS_PER_READER).collect();
            ways.entry("5 knowing hidden tastes").or_default().add_reader(&answer, reader.held_back);
        }
    }
    lines.push(format!(
        "asked for {} readers, the slowest took {:.1} ms",
        sample.len(),
        slowest.as_secs_f64() * 1e3
    ));
    lines.push(format!("| | recall at {RECOMMENDATIONS_PER_READER} | readers with a hit | titles named |"));
    lines.push("|---|---:|---:|---:|".to_owned());
    lines.extend(ways.iter().map(|(way, found)| found.format_line(&way[2..])));
    Ok(lines)
}

/// Holds back the last fifth; nothing of a short history.
fn hold_back_last(reader: usize, history: &[TitleId]) -> EvaluatedReader<'_> {
    let held = if history.len() < MIN_HISTORY_TITLES { 0 } else { history.len().div_ceil(5) };
    let (known, held) = history.split_at(history.len() - held);
    EvaluatedReader { reader, known_titles: known.iter().rev().copied().collect(), held_back: held }
}

impl<'a> HistoryStatistics<'a> {
    fn from_library(
        library: &'a ReadingLibrary,
        readers: &[EvaluatedReader<'_>],
        dir: &Path,
    ) -> anyhow::Result<Self> {
        let titles: HashMap<TitleId, &Title> = library.titles.iter().map(|title| (title.id, title)).collect();
        let mut pairs = CoReading::new(MAX_PAIRS);
        let mut counts: BTreeMap<TitleId, u64> = BTreeMap::new();
        for reader in readers {
            pairs.add(&reader.known_titles);
            for title in &reader.known_titles {
                *counts.entry(*title).or_default() += 1;
            }
        }
        let mut popular: Vec<Popular> =
            counts.into_iter().map(|(title, readers)| Popular { title, readers }).collect();
        popular.sort_by(|a, b| b.readers.cmp(&a.readers).then(a.title.cmp(&b.title)));
        let mut by_category: HashMap<&str, Vec<Popular>> = HashMap::new();
        for title in &popular {
            let categories = &titles[&title.title].metadata.categories;
            for category in categories.iter().filter(|c| c.kind == CategoryType::Service) {
                let list = by_category.entry(category.name.as_str()).or_default();
                if list.len() < TITLES_PER_LIST {
                    list.push(*title);
                }
            }
        }
        let index = build_index(&library.titles, dir)?;
        let neighbors = pairs.neighbors().into_iter().collect();
        Ok(Self { titles, neighbors, popular, by_category, index })
    }

    fn taste_of(&self, reader: &EvaluatedReader<'_>) -> Taste {
        Taste::from_history(
            reader.known_titles.iter().take(HISTORY).filter_map(|id| self.titles.get(id).copied()),
        )
    }

    fn evidence_for(&self, taste: &Taste) -> RankingEvidence {
        let neighbors = taste.titles().into_iter();
        let neighbors = neighbors.filter_map(|id| Some((id, self.neighbors.get(&id)?.clone()))).collect();
        RankingEvidence { neighbors, ..RankingEvidence::default() }
    }

    fn recommend_by_neighbors(
        &self,
        reader: &EvaluatedReader<'_>,
        owned: &BTreeSet<TitleId>,
    ) -> Vec<TitleId> {
        let taste = self.taste_of(reader);
        self.evidence_for(&taste).read_together(&taste, owned, RECOMMENDATIONS_PER_READER)
    }

    /// Recommends like the server; without neighbors, like in a new library.
    fn recommend(
        &self,
        reader: &EvaluatedReader<'_>,
        owned: &BTreeSet<TitleId>,
        neighbors: bool,
    ) -> anyhow::Result<Vec<TitleId>> {
        let profile = RecommendationProfile::default();
        let taste = self.taste_of(reader);
        let mut evidence = if neighbors { self.evidence_for(&taste) } else { RankingEvidence::default() };
        let everything = View { site: None, shared: true, hide_adult: false, offered_at: None };
        let similar =
            self.index.find_similar(&everything, &taste.features_to_search(), similar_asked(owned.len()))?;
        let categories = taste.categories(&profile, CATEGORIES);
        let of_category = categories.iter().filter_map(|name| self.by_category.get(name.as_str()));
        let year = &self.popular[..self.popular.len().min(TITLES_PER_LIST)];
        let lists: Vec<&[Popular]> = [year].into_iter().chain(of_category.map(Vec::as_slice)).collect();
        if neighbors {
            evidence.readers = lists.iter().copied().flatten().map(|p| (p.title, p.readers)).collect();
        }
        evidence.rarity = similar.rarity;
        let popular = if neighbors { lists } else { Vec::new() };
        let candidates = evidence.candidates(&taste, owned, &similar.titles, popular);
        let candidates: Vec<&Title> =
            candidates.iter().filter_map(|id| self.titles.get(id).copied()).collect();
        let ranked = rank(&taste, &profile, &candidates, owned, &evidence);
        Ok(ranked.into_iter().take(RECOMMENDATIONS_PER_READER).map(|one| one.title).collect())
    }
}

fn build_index(titles: &[Title], dir: &Path) -> anyhow::Result<Index> {
    let (index, _) = Index::open_or_empty(dir)?;
    let mut writer = index.open_writer()?;
    for (titles, first) in titles.chunks(10_000).zip((1..).step_by(10_000)) {
        let changes: Vec<ChangedTitle> = (first..)
            .zip(titles)
            .map(|(position, title)| ChangedTitle { position, id: title.id, title: Some(title.clone()) })
            .collect();
        writer.apply_changes(&changes)?;
    }
    writer.commit()?;
    Ok(index)
}

#[derive(Default)]
struct MethodResult {
    readers: u32,
    recall: f64,
    with_hit: u32,
    recommended: BTreeSet<TitleId>,
}

impl MethodResult {
    fn add_reader(&mut self, answer: &[TitleId], held: &[TitleId]) {
        let hits =
            u32::try_from(held.iter().filter(|title| answer.contains(title)).count()).unwrap_or_default();
        self.readers += 1;
        self.recall += f64::from(hits) / f64::from(u32::try_from(held.len()).unwrap_or(u32::MAX));
        self.with_hit += u32::from(hits > 0);
        self.recommended.extend(answer);
    }

    fn format_line(&self, way: &str) -> String {
        let readers = f64::from(self.readers.max(1));
        let (recall, with_hit) = (self.recall / readers, f64::from(self.with_hit) / readers);
        format!(
            "| {way} | {:.1} % | {:.1} % | {} |",
            recall * 100.0,
            with_hit * 100.0,
            self.recommended.len()
        )
    }
}

#[cfg(test)]
mod tests {
    use domain::TitleId;

    use super::super::history::generate_library;
    use super::{MethodResult, hold_back_last, measure_recall};

    #[test]
    fn the_last_fifth_is_held_back_and_nothing_of_a_short_history() {
        let ids: Vec<TitleId> = (1..=11).map(TitleId).collect();
        let asked = hold_back_last(0, &ids);
        assert_eq!(
            (asked.known_titles[0], asked.known_titles.len(), asked.held_back),
            (TitleId(8), 8, &ids[8..])
        );
        assert_eq!(hold_back_last(0, &ids[..4]).held_back, []);
        assert_eq!(hold_back_last(0, &ids[..5]).held_back, &ids[4..5]);
    }

    #[test]
    fn recall_is_the_share_of_what_was_held_back() {
        let ids: Vec<TitleId> = (1..=4).map(TitleId).collect();
        let mut found = MethodResult::default();
        found.add_reader(&ids[..2], &ids);
        found.add_reader(&ids[..2], &ids[3..]);
        assert_eq!(found.format_line("this"), "| this | 25.0 % | 50.0 % | 2 |");
    }

    #[test]
    fn every_way_is_measured() {
        let library = generate_library(1500, 300, 1);
        let dir = tempfile::tempdir().unwrap();
        let lines = measure_recall(&library, dir.path(), 20).unwrap();
        assert_eq!(lines.len(), 9);
        assert!(lines[7].starts_with("| recommendations |"), "{lines:?}");
    }
}
