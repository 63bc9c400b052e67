//! Every route of the pages, read from their source, so that none is forgotten where every page is tested.

use std::fs;
use std::path::Path;

/// The names with which `web` writes addresses.
const NAMED_ROUTES: [(&str, &str); 7] = [
    ("sign_in::SIGN_IN_PATH", "/sign-in"),
    ("sign_in::SIGN_OUT_PATH", "/sign-out"),
    ("FORGOT_PASSWORD", "/oauth/forgot-password"),
    ("choice::PATH", "/join"),
    ("references::PATH", "/join/organization/find"),
    ("F::PATH", "/join/reader"),
    ("&format!(\"{}/{{key}}\"", "/confirm/{key}"),
];

/// Routes for programs, with tests of their own.
const FOR_PROGRAMS: [&str; 9] = [
    "/oauth/token",
    "/oauth/sites/{site}/token",
    "/oauth/revocations",
    "/.well-known/oauth-authorization-server",
    "/oauth/sites/{site}/authorize",
    "/docs/openapi.json",
    "/robots.txt",
    "/sitemap.xml",
    "/sitemaps/{name}",
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// Its pattern.
    pub path: String,
    /// True if forms are sent to it.
    pub takes_forms: bool,
}

impl Route {
    /// Returns true if an address without its query belongs to the pattern.
    fn fits(&self, path: &str) -> bool {
        let mut parts = path.split('/');
        for wanted in self.path.split('/') {
            if wanted.starts_with("{*") {
                return parts.next().is_some();
            }
            let Some(part) = parts.next() else { return false };
            if !(wanted.starts_with('{') && !part.is_empty() || wanted == part) {
                return false;
            }
        }
        parts.next().is_none()
    }

    /// The address with `1` for every part that varies.
    pub fn example_path(&self) -> String {
        let part = |part: &str| if part.starts_with('{') { "1".to_owned() } else { part.to_owned() };
        self.path.split('/').map(part).collect::<Vec<_>>().join("/")
    }
}

/// The routes in the source of a crate.
pub fn routes_of_crate(name: &str) -> Vec<Route> {
    let mut found = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src"), &mut found);
    found.retain(|route: &Route| !FOR_PROGRAMS.contains(&route.path.as_str()));
    assert!(found.len() >= 5, "{name}: {found:?}");
    found
}

fn collect(folder: &Path, found: &mut Vec<Route>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else {
            found.extend(fs::read_to_string(&path).unwrap().split("route(").skip(1).filter_map(route));
        }
    }
}

/// The route of a call, from after its parenthesis. `None` for words of comments.
fn route(text: &str) -> Option<Route> {
    let mut depth = 1;
    let end = text.find(|letter| {
        depth += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    })?;
    let (path, handlers) = text[..end].split_once(',')?;
    let path = path.trim();
    let path = match path.strip_prefix('"').and_then(|path| path.strip_suffix('"')) {
        Some(path) => path,
        None => NAMED_ROUTES.iter().find(|(name, _)| *name == path).map_or(path, |(_, path)| path),
    };
    assert!(path.starts_with('/') || FOR_PROGRAMS.contains(&path), "the address of {path} is not known here");
    Some(Route { path: path.to_owned(), takes_forms: handlers.contains("post(") })
}

/// Fails for a route to which none of these addresses leads.
#[track_caller]
pub fn assert_all_are_in<'a>(routes: &[Route], rows: impl IntoIterator<Item = &'a str>) {
    let varies = |route: &&Route| route.path.matches('{').count();
    let reached = |row: &'a str| {
        let path = row.split('?').next().unwrap();
        routes.iter().filter(|route| route.fits(path)).min_by_key(varies)
    };
    let reached: Vec<&Route> = rows.into_iter().filter_map(reached).collect();
    let missing: Vec<&Route> = routes.iter().filter(|route| !reached.contains(route)).collect();
    assert!(missing.is_empty(), "no row for {missing:#?}");
}

#[test]
fn a_route_without_a_row_is_found() {
    let routes = routes_of_crate("pages");
    assert!(routes.iter().any(|route| route.path == "/read/{id}/{chapter}/highlight" && !route.takes_forms));
    assert!(routes.iter().any(|route| route.path == "/lists/{id}/titles" && route.takes_forms));
    let all: Vec<String> = routes.iter().map(Route::example_path).collect();
    assert_all_are_in(&routes, all.iter().map(String::as_str));
    let without = all.iter().filter(|path| *path != "/read/1/1/highlight").map(String::as_str);
    assert!(std::panic::catch_unwind(|| assert_all_are_in(&routes, without.collect::<Vec<_>>())).is_err());
    // A row for `/lists/shared` is none for `/lists/{id}`.
    let without = all.iter().filter(|path| *path != "/lists/1").map(String::as_str);
    assert!(std::panic::catch_unwind(|| assert_all_are_in(&routes, without.collect::<Vec<_>>())).is_err());
}
