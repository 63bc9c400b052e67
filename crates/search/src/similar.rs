//! Titles that have something in common with what a reader likes.

use std::collections::HashMap;

use domain::access::View;
use domain::recommendations::{Feature, RankingEvidence};
use domain::{TitleId, TitleStatus};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet, TERMINATED, Term};

use crate::{Error, Filter, Index, IndexSegment, terms};

/// Titles that share features.
#[derive(Debug, Clone, Default)]
pub struct SimilarTitles {
    /// Titles that share most come first: a feature counts the more, the rarer it is. Of equals the newest
    /// number.
    pub titles: Vec<TitleId>,
    /// The rarity of each feature in the whole index.
    pub rarity: HashMap<Feature, f64>,
}

impl Index {
    /// The live titles of a view that share these features, those first that share most; and how rare each
    /// feature is (docs/rules/recommendations.md#rule-3). The cost is that of reading the postings of the
    /// features.
    pub fn find_similar(
        &self,
        view: &View,
        features: &[Feature],
        max_titles: usize,
    ) -> Result<SimilarTitles, Error> {
        let snapshot = self.snapshot();
        let segments = &snapshot.segments;
        let tag = self.fields().tag;
        let mut similar = SimilarTitles::default();
        let mut best: Vec<(f64, i64)> = Vec::new();
        let all: u64 = segments.iter().map(|segment| u64::from(segment.reader.num_docs())).sum();
        for feature in features {
            let having = count_titles_with(feature, segments, tag)?;
            similar.rarity.insert(feature.clone(), RankingEvidence::rarity_of(having, all));
        }
        let visible = [Filter::Visible(view.clone(), vec![TitleStatus::Live])];
        for segment in segments {
            let allowed = Filter::filter_all(&visible, segment, tag)?;
            let mut sums = vec![0.0_f64; segment.len() as usize];
            for feature in features {
                let term = terms::feature(feature);
                let postings = segment.postings(tag, &term, IndexRecordOption::Basic)?;
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
}

/// Counts the titles with a feature; recently deleted ones may be among them.
fn count_titles_with(feature: &Feature, segments: &[IndexSegment], tag: Field) -> Result<u64, Error> {
    let term = Term::from_field_text(tag, &terms::feature(feature));
    let mut having = 0;
    for segment in segments {
        having += u64::from(segment.inverted_index(tag)?.doc_freq(&term)?);
    }
    Ok(having)
}
