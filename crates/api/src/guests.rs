//! The turns of guests: calls with a key and without a token share them, apart from those of the pages, so
//! that apps don't wait behind crawlers.

use axum::http::Method;
use domain::peers::Network;
use services::Operation;
use services::titles::{CollectionSearch, Cursor, SearchPage};
use transport::guests::{GuestTurn, NoTurn, WorkCost};

use crate::Api;
use crate::http::{ApiError, Result};

/// The network that a request comes from; an extension of each request. `None` if that is not known.
#[derive(Debug, Clone, Copy)]
pub struct CallerNetwork(pub Option<Network>);

/// The routes at which the call of a guest waits for a turn.
const TURN_ROUTES: [&str; 10] = [
    "/v2/titles/count",
    "/v2/titles/{serviceId}",
    "/v2/categories",
    "/v2/bisacCodes",
    "/v2/periodicals",
    "/v2/periodicals/{seriesId}",
    "/v2/periodicals/{seriesId}/editions",
    "/v2/periodicals/{seriesId}/editions/{editionId}",
    "/v2/popularLists",
    "/v2/popularLists/{popularListId}",
];

/// Returns true if the call of a guest at this route waits for a turn. A search of titles takes its turn
/// itself, because it knows what it costs; downloads take none.
pub fn takes_turn(method: &Method, route: &str) -> bool {
    matches!(*method, Method::GET | Method::HEAD) && TURN_ROUTES.contains(&route)
}

/// Waits for the turn of a caller. Signed-in callers need none.
pub async fn take_turn(
    api: &Api,
    op: &Operation,
    network: Option<Network>,
    cost: WorkCost,
) -> Result<Option<GuestTurn>> {
    if op.reader.is_some() {
        return Ok(None);
    }
    api.settings.guests.take(network, cost).await.map(Some).map_err(|NoTurn| ApiError::busy_with_guests())
}

/// The page of a search from a position on: for a guest in a turn, which the titles that it visits determine.
pub async fn search_in_turn(
    api: &Api,
    (caller, network): (&Operation, Option<Network>),
    search: CollectionSearch<'_>,
    after: Option<Cursor>,
    limit: usize,
) -> Result<SearchPage> {
    let titles = match caller.reader {
        Some(_) => 0,
        None => search.titles_to_visit().await?,
    };
    let _turn = take_turn(api, caller, network, WorkCost::for_search(titles)).await?;
    Ok(search.find_page(after, limit).await?)
}

#[cfg(test)]
mod tests {
    use super::TURN_ROUTES;
    use crate::openapi_document;

    #[test]
    fn every_route_with_a_turn_exists() {
        let document = openapi_document();
        for route in TURN_ROUTES {
            assert!(document.paths.paths.contains_key(route), "{route}");
        }
    }
}
