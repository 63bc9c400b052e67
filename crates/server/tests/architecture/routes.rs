//! Tables that name routes or their parameters as texts. The compiler does not compare them with the routes:
//! one that is renamed would silently drop out of them.

use std::collections::BTreeSet;

use crate::handler_operations::INTERFACES;
use crate::{assert_none, sources, text};

/// The beginning of the call or attribute that defines a route. The route is its first argument.
const ROUTE_STARTS: [&str; 2] = [".route(", "#[endpoint::"];

/// A table of routes: the interface, its file, and the texts before and after it.
const ROUTE_TABLES: [(&str, &str, &str, &str); 1] =
    [("api", "crates/api/src/guests.rs", "const TURN_ROUTES", "];")];

/// The routes that a source file defines.
fn find_routes(text: &str) -> impl Iterator<Item = &str> {
    let starts = ROUTE_STARTS.into_iter().flat_map(move |start| text.match_indices(start));
    starts.filter_map(move |(at, _)| {
        let (_, arguments) = text[at..].split_once('(')?;
        arguments.trim_start().strip_prefix('"')?.split('"').next()
    })
}

/// The routes of an interface.
fn read_interface_routes(name: &str) -> BTreeSet<String> {
    let mut routes = BTreeSet::new();
    for file in sources(name) {
        routes.extend(find_routes(&text(&file).unwrap_or_default()).map(str::to_owned));
    }
    routes
}

/// The quoted texts of a file between two texts.
fn read_quoted_texts(file: &str, before: &str, after: &str) -> Vec<String> {
    let text = text(file).expect("the file of the table is there");
    let (_, rest) = text.split_once(before).expect("the table is there");
    let (table, _) = rest.split_once(after).expect("the table ends");
    let texts: Vec<String> = table.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    assert!(texts.len() > 5, "the table of {file} was found");
    texts
}

#[test]
fn logged_parameters_are_parameters_of_routes() {
    let routes: BTreeSet<String> = INTERFACES.iter().flat_map(|name| read_interface_routes(name)).collect();
    assert!(routes.len() > 150, "the routes were found: {}", routes.len());
    let mut params = read_quoted_texts("crates/server/src/logged.rs", "const PLAIN_PARAMS", "];");
    params.retain(|name| !routes.iter().any(|route| route.contains(&format!("{{{name}}}"))));
    assert_none("parameters whose values are logged, but no route has them", &params);
}

#[test]
fn routes_on_which_guests_wait_for_a_turn_exist() {
    let mut faults = Vec::new();
    for (interface, file, before, after) in ROUTE_TABLES {
        let routes = read_interface_routes(interface);
        let missing =
            read_quoted_texts(file, before, after).into_iter().filter(|route| !routes.contains(route));
        faults.extend(missing.map(|route| format!("{file}: {route}")));
    }
    assert_none("tables with routes that do not exist", &faults);
}

#[test]
fn routes_are_found() {
    let text = "a.route(\"/b\", get(c)).route(\n    \"/d/{e}\",\n)\n#[endpoint::put(\"/f\", returns \"\")]\n\
                #[endpoint::get(\n    \"/g\", x,\n)]\nrouter.route(path, h)";
    let found: Vec<&str> = find_routes(text).collect();
    assert_eq!(found, ["/b", "/d/{e}", "/f", "/g"]);
}
