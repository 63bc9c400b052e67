//! Titles that have something in common with what a reader likes.

use std::collections::HashMap;

use domain::access::View;
use domain::recommendations::{Feature, RankingEvidence};
use domain::{TitleId, TitleStatus};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED, Term};

use crate::search::IndexSearcher;
use crate::{Error, Filter, terms};

/// Titles that share features.
#[derive(Debug, Clone, Default)]
pub struct SimilarTitles {
    /// Titles that share most come first: a feature counts the more, the rarer it is. Of equals the newest
    /// number.
    pub titles: Vec<TitleId>,
    /// The rarity of each feature in the whole index.
    pub rarity: HashMap<Feature, f64>,
}

impl IndexSearcher<'_> {
    /// Adds up the shared features of each title, feature by feature. The cost is that of reading the
    /// postings of the features.
    pub(crate) fn find_similar(
        &self,
        view: &View,
        features: &[Feature],
        max_titles: usize,
    ) -> Result<SimilarTitles, Error> {
        let mut similar = SimilarTitles::default();
        let mut best: Vec<(f64, i64)> = Vec::new();
        let all: u64 =
            self.snapshot.segments.iter().map(|segment| u64::from(segment.reader.num_docs())).sum();
        for feature in features {
            let having = self.count_titles_with(feature)?;
            similar.rarity.insert(feature.clone(), RankingEvidence::rarity_of(having, all));
        }
        let visible = [Filter::Visible(view.clone(), vec![TitleStatus::Live])];
        for segment in &self.snapshot.segments {
            let allowed = Filter::filter_all(&visible, segment, self.fields.tag)?;
            let mut sums = vec![0.0_f64; segment.len() as usize];
            for feature in features {
                let term = terms::feature(feature);
                let postings = segment.postings(self.fields.tag, &term, IndexRecordOption::Basic)?;
                let (Some(mut postings), Some(rarity)) = (postings, similar.rarity.get(feature)) else {
                    continue;
                };
                let mut doc = postings.doc();
                while doc != TERMINATED {
                    if allowed.contains(doc) {
                        sums[doc as usize] += rarity;
                    }
                    doc = postings.advance();
                }
            }
            let found = sums.into_iter().zip(&segment.data.ids).filter(|(sum, _)| *sum > 0.0);
            best.extend(found.map(|(sum, id)| (sum, *id)));
            best.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
            best.truncate(max_titles);
        }
        similar.titles = best.into_iter().map(|(_, id)| TitleId(id)).collect();
        Ok(similar)
    }

    /// Counts the titles with a feature; recently deleted ones may be among them.
    fn count_titles_with(&self, feature: &Feature) -> Result<u64, Error> {
        let term = Term::from_field_text(self.fields.tag, &terms::feature(feature));
        let mut having = 0;
        for segment in &self.snapshot.segments {
            having += u64::from(segment.inverted_index(self.fields.tag)?.doc_freq(&term)?);
        }
        Ok(having)
    }
}
