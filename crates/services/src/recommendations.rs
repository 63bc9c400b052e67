//! Recommendations: gathers what they are weighed from, in a fixed number of statements. How titles are
//! weighed is `domain::recommendations`; docs/recommendations.md explains it in words.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use domain::access::{self, Relation, View};
use domain::popular_lists::{Popular, PopularList};
use domain::recommendation_profiles::RecommendationProfile;
use domain::recommendations::{
    CATEGORIES, HISTORY, RankingEvidence, Recommendation, Taste, rank, rank_popular, similar_asked,
};
use domain::{Title, TitleId};
use store::readership::OwnHistory;
use store::{popular_lists, readership};

use crate::index_thread::run_on_index_thread;
use crate::{ErrorKey, KeyPage, Operation, Result, Rows, TitleView, titles};

/// The titles that the user is recommended, the most fitting first. Empty if the user does not want to see
/// recommendations.
pub async fn recommend(op: &Operation) -> Result<Vec<Recommendation>> {
    if !store::preferences::get(op.db(), op.account_id()?).await?.show_recommendations {
        return Ok(Vec::new());
    }
    let profile = store::recommendation_profiles::get(op.db(), op.account_id()?).await?;
    let history = readership::get_own_history(op.db(), op.account_id()?).await?;
    let asked = RecommendationRequest { op, view: view_of(op, &profile).await?, profile };
    if history.read.is_empty() {
        asked.find_popular(&history).await
    } else {
        asked.find_fitting(&history).await
    }
}

/// A position among the recommendations: the score, the greatest first, then the title.
pub type RecommendationPosition = (Reverse<i64>, TitleId);

/// A page of the titles that the user is recommended, as the user sees them, the most fitting first.
pub async fn list_page(
    op: &Operation,
    page: &KeyPage<RecommendationPosition>,
) -> Result<Rows<RecommendationPosition, TitleView>> {
    let all = recommend(op).await?;
    let total = all.len() as u64;
    let rows = page.select_from(all.into_iter().map(|one| ((Reverse(one.score), one.title), one)));
    let rows = Rows::from_forward_rows(rows, page.limit, total);
    log_reasons(&rows.items);
    let ids: Vec<TitleId> = rows.items.iter().map(|one| one.title).collect();
    let titles = titles::view_page(op, &ids).await?;
    Ok(rows.with_items(titles))
}

/// Logs the reasons for debugging. Reading habits are private, so only on request.
fn log_reasons(shown: &[Recommendation]) {
    if tracing::enabled!(tracing::Level::DEBUG) {
        let reasons = shown.iter().map(|one| format!("{} {}", one.title, one.reason));
        tracing::debug!(titles = reasons.collect::<Vec<_>>().join("; "), "recommended");
    }
}

/// The titles of the user's own site, and those of others where the profile or the site wants them.
async fn view_of(op: &Operation, profile: &RecommendationProfile) -> Result<View> {
    let site = store::sites::get(op.db(), op.view_site()).await?.ok_or(ErrorKey::InternalError)?;
    let mut view = access::view_of(&op.access_caller(), &op.site.id, op.today());
    view.site.get_or_insert_with(|| op.view_site().clone());
    Ok(if profile.includes_global_collection(&site) { view } else { view.own_site() })
}

/// One user's question.
struct RecommendationRequest<'a> {
    op: &'a Operation,
    view: View,
    profile: RecommendationProfile,
}

impl RecommendationRequest<'_> {
    /// For a reader who has read nothing: the last month's popular titles; where nothing was read in the last
    /// month, the last year's.
    async fn find_popular(&self, history: &OwnHistory) -> Result<Vec<Recommendation>> {
        let owned = owned_titles(history);
        let lists = self.read_popular_lists(&[PopularList::Month, PopularList::Year]).await?;
        let of = |list| lists.get(&list).map(Vec::as_slice).unwrap_or_default();
        let ids: Vec<TitleId> =
            lists.values().flatten().map(|p| p.title).collect::<BTreeSet<_>>().into_iter().collect();
        let offered = self.filter_offered(&ids).await?;
        let offered: HashMap<TitleId, &Title> = offered.iter().map(|title| (title.id, &**title)).collect();
        let ranked = |popular: &[Popular]| {
            let titles: Vec<(Popular, &Title)> =
                popular.iter().filter_map(|p| Some((*p, *offered.get(&p.title)?))).collect();
            rank_popular(&titles, &self.profile, &owned)
        };
        let month = ranked(of(PopularList::Month));
        Ok(if month.is_empty() { ranked(of(PopularList::Year)) } else { month })
    }

    /// For a reader: what the same people read, what shares most, and what is popular of its kind.
    async fn find_fitting(&self, history: &OwnHistory) -> Result<Vec<Recommendation>> {
        let owned = owned_titles(history);
        let newest = &history.read[..history.read.len().min(HISTORY)];
        let read = store::titles::read_many_cached(self.op.db(), newest).await?;
        let taste = Taste::from_history(read.iter().map(|title| &**title));
        let neighbors = readership::get_neighbors(self.op.db(), self.op.view_site(), newest).await?;
        let (view, wanted, most) =
            (self.view.clone(), taste.features_to_search(), similar_asked(owned.len()));
        let similar =
            run_on_index_thread(self.op, move |index| index.find_similar(&view, &wanted, most)).await?;
        let categories = taste.categories(&self.profile, CATEGORIES).into_iter().map(PopularList::Category);
        let lists = self
            .read_popular_lists(&[PopularList::Year].into_iter().chain(categories).collect::<Vec<_>>())
            .await?;
        let readers = lists.values().flatten().map(|popular| (popular.title, popular.readers)).collect();
        let evidence = RankingEvidence { neighbors, readers, rarity: similar.rarity };
        let popular = lists.values().map(Vec::as_slice);
        let candidates = evidence.candidates(&taste, &owned, &similar.titles, popular);
        let offered = self.filter_offered(&candidates).await?;
        let offered: Vec<&Title> = offered.iter().map(|title| &**title).collect();
        Ok(rank(&taste, &self.profile, &offered, &owned, &evidence))
    }

    /// Popular lists of the user's site, by what they are about.
    async fn read_popular_lists(&self, lists: &[PopularList]) -> Result<HashMap<PopularList, Vec<Popular>>> {
        let ids: Vec<String> = lists.iter().map(popular_lists::list_id).collect();
        Ok(popular_lists::get_many(self.op.db(), self.op.view_site(), &ids).await?.into_iter().collect())
    }

    /// Returns the titles that the user may be offered: in the view, and open except for reasons that the
    /// user can remove. Two statements.
    async fn filter_offered(&self, ids: &[TitleId]) -> Result<Vec<Arc<Title>>> {
        let op = self.op;
        let titles = store::titles::read_many_cached(self.op.db(), ids).await?;
        let relations = store::relations::for_titles(self.op.db(), op.reader()?, ids, op.now).await?;
        let fits = |title: &Title, relation: Relation| access::fits_reader(&op.facts_about(title, relation));
        let relation = |id| relations.get(&id).copied().unwrap_or_default();
        let offers = |title: &Arc<Title>| self.view.shows_title(title) && fits(title, relation(title.id));
        Ok(titles.into_iter().filter(offers).collect())
    }
}

/// The titles that are not recommended again.
fn owned_titles(history: &OwnHistory) -> BTreeSet<TitleId> {
    history.read.iter().chain(&history.assigned).copied().collect()
}
