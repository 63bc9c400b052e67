//! The visitor: a guest of a site, or a reader with a device's password (Basic) or an access token (Bearer).

use std::sync::{Arc, OnceLock};

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::peers::Network;
use domain::{MAIN_SITE, Peer, SiteId};
use layout::{Language, Wording};
use services::devices::{self, Proof};
use services::titles::CollectionSearch;
use services::{ErrorKey, Operation};
use transport::callers::{self, CallerClass, Interface, RequestOutcome};
use transport::guests::{GuestTurn, NoTurn, WorkCost};

use crate::address::CatalogAddress;
use crate::base::{CATALOG_ROOT, CatalogBase, OpdsVersion};
use crate::guests::RequestCost;
use crate::language::{self, VisitorLanguage};
use crate::names::AcquisitionNames;
use crate::{Opds, Problem, Result};

/// A request's visitor, and the catalog that it is about.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub(crate) op: Operation,
    pub(crate) base: CatalogBase,
    pub(crate) version: OpdsVersion,
    pub(crate) language: Language,
    /// Absolute address of the catalog in this version, without a slash at the end.
    catalog: String,
    /// Absolute address of the authentication document.
    authentication: String,
    names: OnceLock<AcquisitionNames>,
    /// The network of the request. `None` if it is unknown.
    network: Option<Network>,
    /// The class by which the request is counted.
    class: CallerClass,
    opds: Opds,
    /// A guest's turn, which ends with the request.
    _turn: Option<Arc<GuestTurn>>,
}

impl Visitor {
    /// Public address of the server, without a slash at the end.
    pub(crate) fn root_url(&self) -> &str {
        &self.opds.settings.base_url
    }

    pub(crate) fn wording(&self) -> Wording<'_> {
        Wording { messages: self.opds.messages, language: self.language }
    }

    pub(crate) fn acquisition_names(&self) -> &AcquisitionNames {
        self.names.get_or_init(|| AcquisitionNames::new(self.wording()))
    }

    /// The absolute address of a path inside the catalog.
    pub(crate) fn address<'a>(&'a self, path: &'a str) -> CatalogAddress<'a> {
        CatalogAddress::new(&self.catalog, path)
    }

    pub(crate) fn absolute_url(&self, path: &str) -> String {
        self.address(path).to_string()
    }

    pub(crate) fn authentication_url(&self) -> &str {
        &self.authentication
    }

    /// Refuses resources that the catalogs of members do not have: 404.
    pub(crate) fn require_own_catalog(&self) -> Result<()> {
        if self.base.member.is_some() { Err(Problem::not_found()) } else { Ok(()) }
    }

    /// Waits for the turn of a search, by the titles that it visits. Visitors who are signed in need none.
    pub(crate) async fn take_search_turn(&self, search: &CollectionSearch<'_>) -> Result<Option<GuestTurn>> {
        let turn = match self.class {
            CallerClass::Reader => Ok(None),
            CallerClass::Guest | CallerClass::Robot => {
                let titles = search.titles_to_visit().await?;
                self.opds.settings.guests.take(self.network, WorkCost::for_search(titles)).await.map(Some)
            }
        };
        let outcome = if turn.is_ok() { RequestOutcome::Served } else { RequestOutcome::Busy };
        callers::count(Interface::Opds, self.class, outcome);
        turn.map_err(|NoTurn| Problem::guests_busy())
    }

    /// Returns true if the visitor is a sponsor who looks at their own catalog, not at a member's.
    pub(crate) fn is_sponsor(&self) -> bool {
        self.op.access_caller().is_sponsor() && self.base.member.is_none()
    }
}

impl FromRequestParts<Opds> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, opds: &Opds) -> Result<Self> {
        let base = parts.extensions.get::<CatalogBase>().cloned().unwrap_or_default();
        let version = choose_version(&base, &parts.headers);
        let network = transport::request_network(parts, opds.settings.trust_forwarded_for);
        let peer = transport::request_peer(parts, opds.settings.trust_forwarded_for);
        let caller = identify_caller(opds, &base, &parts.headers, &peer).await?;
        let language = language::choose_for_caller(&caller, &parts.headers);
        if let Some(spoken) = parts.extensions.get::<VisitorLanguage>() {
            spoken.set(language);
        }
        let caller = act_for_member(&base, caller).await?;
        let (class, turn) = admit_request(opds, &caller, network, parts).await?;
        let endpoint = name_endpoint(parts, &base);
        let root = &opds.settings.base_url;
        Ok(Self {
            op: caller.with_endpoint(endpoint.into()),
            version,
            language,
            catalog: format!("{root}{}", base.path_in(version, "")),
            authentication: base.authentication_url(root),
            names: OnceLock::new(),
            network,
            class,
            _turn: turn.map(Arc::new),
            opds: opds.clone(),
            base,
        })
    }
}

/// Counts a request, and waits for the turn of a guest.
async fn admit_request(
    opds: &Opds,
    op: &Operation,
    network: Option<Network>,
    parts: &Parts,
) -> Result<(CallerClass, Option<GuestTurn>)> {
    let class =
        if op.reader.is_some() { CallerClass::Reader } else { CallerClass::for_guest(&parts.headers) };
    let count = |outcome| callers::count(Interface::Opds, class, outcome);
    if let Err(seconds) = opds.limits.count_request(&op.quota_key(network)) {
        count(RequestOutcome::Limited);
        return Err(Problem::too_many(seconds));
    }
    let guests = &opds.settings.guests;
    if class == CallerClass::Reader {
        guests.note_reader(network);
    }
    let turn = match RequestCost::from_path(&parts.method, parts.uri.path()) {
        // It is counted when its turn comes.
        RequestCost::Search => return Ok((class, None)),
        RequestCost::Turn if class != CallerClass::Reader => {
            guests.take(network, WorkCost::PAGE).await.map(Some)
        }
        RequestCost::Turn | RequestCost::Free => Ok(None),
    };
    count(if turn.is_ok() { RequestOutcome::Served } else { RequestOutcome::Busy });
    turn.map(|turn| (class, turn)).map_err(|NoTurn| Problem::guests_busy())
}

/// A guest of the catalog's site; 404 if there is no such site.
pub(crate) async fn guest_caller(opds: &Opds, base: &CatalogBase) -> Result<Operation> {
    let site = base.site.clone().unwrap_or_else(|| SiteId::from(MAIN_SITE));
    let guest = Operation::from_reading_app(&opds.library, &site, opds.library.current_time()).await;
    guest.map_err(|error| match error.key() {
        Some(ErrorKey::ClientNotAllowed) => Problem::not_found(),
        _ => error.into(),
    })
}

async fn identify_caller(
    opds: &Opds,
    base: &CatalogBase,
    headers: &HeaderMap,
    peer: &Peer,
) -> Result<Operation> {
    let library = &opds.library;
    let now = library.current_time();
    let caller = match Credentials::from_headers(headers)? {
        None => guest_caller(opds, base).await?,
        Some(Credentials::Token(token)) => Operation::by_token(library, &token, now).await?,
        Some(Credentials::Device { name, password }) => {
            let app = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
            let site = base.site.as_ref();
            let proof = Proof::Password(&password);
            let caller = devices::sign_in(library, site, &name, proof, peer, app).await;
            caller.map_err(Problem::from_sign_in_error)?
        }
    };
    // A token is of one site, and the address may name another: 404 if there is none, otherwise the reader
    // signs in there.
    if base.site.as_ref().is_some_and(|site| caller.reader.is_some() && caller.site.id != *site) {
        guest_caller(opds, base).await?;
        return Err(Problem::sign_in());
    }
    Ok(caller)
}

/// The caller, who in the catalog of a member gets copies for that member.
async fn act_for_member(base: &CatalogBase, caller: Operation) -> Result<Operation> {
    match &base.member {
        None => Ok(caller),
        Some(_) if caller.reader.is_none() => Err(Problem::sign_in()),
        Some(member) => Ok(caller.for_member(member).await?),
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Credentials {
    Token(String),
    /// A device's name and password.
    Device {
        /// The device's own name, or a user name.
        name: String,
        password: String,
    },
}

impl Credentials {
    /// Reads the header; 401 for one that cannot be read. `None` if it names nobody: some apps send an empty
    /// name and password if their fields are empty.
    fn from_headers(headers: &HeaderMap) -> Result<Option<Self>> {
        let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
        let text = value.to_str().map_err(|_| Problem::sign_in())?.trim();
        let (scheme, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        if scheme.eq_ignore_ascii_case("bearer") {
            return Ok(Some(Self::Token(rest.to_owned())));
        }
        if !scheme.eq_ignore_ascii_case("basic") {
            return Err(Problem::sign_in());
        }
        let bytes = STANDARD.decode(rest).map_err(|_| Problem::sign_in())?;
        // Some apps send Latin-1, whatever the challenge says.
        let pair = String::from_utf8(bytes)
            .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect());
        let (name, password) = pair.split_once(':').ok_or_else(Problem::sign_in)?;
        if name.is_empty() && password.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self::Device { name: name.to_owned(), password: password.to_owned() }))
    }
}

/// The app whose older versions read OPDS 1.2 alone, and do not say what they accept.
const ATOM_ONLY_AGENT: &str = "KOReader";

/// The version of the response: that of the path, or OPDS 1.2 for an app that accepts Atom and not the JSON
/// of OPDS 2.0, or prefers it, and for older versions of KOReader.
fn choose_version(base: &CatalogBase, headers: &HeaderMap) -> OpdsVersion {
    if let Some(version) = base.version {
        return version;
    }
    let ranges = accepted_ranges(headers);
    let weight = |kinds: &[&str]| {
        let named = ranges.iter().filter(|(kind, _)| kinds.contains(&kind.as_str()));
        named.map(|(_, weight)| *weight).reduce(f32::max)
    };
    let atom = weight(&["application/atom+xml"]);
    let json = weight(&["application/opds+json", "application/opds-publication+json"]);
    // Some apps ask for XML and read Atom. Browsers ask for XML as well as HTML.
    let names_others = weight(&["application/json", "text/html"]).is_some();
    let xml = weight(&["application/xml", "text/xml"]).filter(|_| !names_others);
    let refuses_json = json.is_some_and(|weight| weight <= 0.0);
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_atom_only = atom.or(json).is_none() && agent.contains(ATOM_ONLY_AGENT);
    let prefers_atom = atom.or(xml).unwrap_or_default() > json.unwrap_or_default();
    if prefers_atom || refuses_json || is_atom_only { OpdsVersion::One } else { OpdsVersion::Two }
}

/// The media types in `Accept`, in lower case and without parameters, with their weights.
fn accepted_ranges(headers: &HeaderMap) -> Vec<(String, f32)> {
    let values = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let range = |text: &str| {
        let mut parts = text.split(';').map(str::trim);
        let kind = parts.next().unwrap_or_default().to_ascii_lowercase();
        let weight = parts.find_map(|part| part.strip_prefix(['q', 'Q'])?.trim_start().strip_prefix('='));
        let weight = weight.and_then(|weight| weight.trim_start().parse::<f32>().ok());
        (kind, weight.unwrap_or(1.0))
    };
    values.flat_map(|value| value.split(',')).map(range).collect()
}

/// Method and template of the address, as the audit names the endpoint: without the version and the site,
/// which are the same for all of a catalog.
fn name_endpoint(parts: &Parts, base: &CatalogBase) -> String {
    let route = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let route = route.strip_prefix(CATALOG_ROOT).unwrap_or(route).trim_end_matches('/');
    let member = if base.member.is_some() { "/members/{member}" } else { "" };
    format!("{} {CATALOG_ROOT}{member}{route}", parts.method)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{Credentials, choose_version, name_endpoint};
    use crate::base::{CatalogBase, OpdsVersion};

    fn single_header(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn atom_is_sent_to_apps_that_prefer_it() {
        let cases = [
            ("*/*", OpdsVersion::Two),
            ("application/opds+json, application/atom+xml;q=0.9", OpdsVersion::Two),
            ("application/atom+xml, application/opds+json", OpdsVersion::Two),
            ("application/atom+xml;profile=opds-catalog", OpdsVersion::One),
            (
                "application/atom+xml;profile=opds-catalog;q=0.9, application/opds+json;q=0.5",
                OpdsVersion::One,
            ),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", OpdsVersion::Two),
            ("application/opds+json;q=0, application/atom+xml", OpdsVersion::One),
            ("application/opds+json;q=0, */*", OpdsVersion::One),
            ("text/xml, */*;q=0.1", OpdsVersion::One),
            ("application/json,application/xml", OpdsVersion::Two),
            ("application/opds+json, application/xml, */*", OpdsVersion::Two),
            ("application/opds+json;q=0.5, application/atom+xml; Q=0.2", OpdsVersion::Two),
        ];
        for (accept, expected) in cases {
            assert_eq!(
                choose_version(&CatalogBase::default(), &single_header(header::ACCEPT, accept)),
                expected,
                "{accept}"
            );
        }
        assert_eq!(choose_version(&CatalogBase::default(), &HeaderMap::new()), OpdsVersion::Two);
        let agent = "KOReader/2026.03 (https://koreader.rocks/) LuaSocket/3.1.0";
        let koreader = single_header(header::USER_AGENT, agent);
        assert_eq!(choose_version(&CatalogBase::default(), &koreader), OpdsVersion::One);
        let one = CatalogBase { version: Some(OpdsVersion::One), ..CatalogBase::default() };
        assert_eq!(
            choose_version(&one, &single_header(header::ACCEPT, "application/opds+json")),
            OpdsVersion::One
        );
    }

    #[test]
    fn an_endpoint_names_whether_it_is_about_a_member() {
        let (parts, ()) = axum::http::Request::put("/opds/all").body(()).unwrap().into_parts();
        assert_eq!(name_endpoint(&parts, &CatalogBase::default()), "PUT /opds");
        let base = CatalogBase { member: Some("mia".to_owned()), ..CatalogBase::default() };
        assert_eq!(name_endpoint(&parts, &base), "PUT /opds/members/{member}");
    }

    #[test]
    fn credentials_are_read_or_refused() {
        let of = |text: &str| {
            Credentials::from_headers(&single_header(header::AUTHORIZATION, text)).map_err(|_| ())
        };
        let device = |name: &str, password: &str| {
            Ok(Some(Credentials::Device { name: name.into(), password: password.into() }))
        };
        assert_eq!(of("Bearer abc"), Ok(Some(Credentials::Token("abc".into()))));
        assert_eq!(of("basic YTpiOmM="), device("a", "b:c"));
        assert_eq!(of("Basic w6Q6w7Y="), device("ä", "ö"));
        assert_eq!(of("Basic 5Dr2"), device("ä", "ö"), "Latin-1");
        assert_eq!(of("Basic Og=="), Ok(None), "empty fields");
        for bad in ["Basic", "Basic ???", "Basic YWI=", "Basic /w==", "Digest x"] {
            assert_eq!(of(bad), Err(()), "{bad}");
        }
        assert_eq!(Credentials::from_headers(&HeaderMap::new()).map_err(|_| ()), Ok(None));
    }
}
