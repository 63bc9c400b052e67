//! /school: where a sponsor begins.

use services::members::count_for_sponsor;

use super::contact::CONTACT_PATH;
use super::sponsors;
use crate::{Link, Page, Result, Section, Visitor, render};

#[derive(askama::Template)]
#[template(path = "school.html")]
struct SchoolStartPage<'a> {
    page: Page<'a>,
    organization: &'a str,
    /// Why the library lends nothing to the organization, and who changes that. `None` if it lends.
    suspension: Option<String>,
    /// Numbers of members, in sentences.
    numbers: Vec<String>,
    /// Pages for sponsors, each with a sentence.
    ways: Vec<(Link, String)>,
}

pub(super) async fn show_page(visitor: Visitor) -> Result {
    let sponsor = visitor.op.require_sponsor()?;
    let counts = count_for_sponsor(&visitor.op).await?;
    let page = visitor.page(Section::Account);
    let mut numbers = vec![page.count("school-start-members", counts.members)];
    if counts.members > 0 {
        numbers.push(page.count("school-start-quick-list", counts.on_quick_list));
        numbers.push(page.count("school-start-without-proof", counts.without_proof));
    }
    let way = |path: &str, name: String, hint: String| (Link::new(path, name), hint);
    Ok(render(&SchoolStartPage {
        organization: &sponsor.organization.name,
        suspension: sponsor.organization.suspended.then(|| page.text("step-suspended-sponsor")),
        numbers,
        ways: vec![
            way("/school/members", page.text("school-start-list"), page.text("school-start-list-hint")),
            way("/school/groups", page.text("groups-heading"), page.text("groups-hint")),
            way("/school/import", page.text("import-heading"), page.text("import-text-preview")),
            way("/school/year", page.text("school-year-heading"), page.text("school-year-hint")),
            way("/school/runs", page.text("school-start-runs"), page.text("school-start-runs-hint")),
            way(CONTACT_PATH, page.text("contact-heading"), page.text("contact-hint")),
            way("/lists", page.text("school-start-lists"), page.text("school-start-lists-hint")),
            way(
                "/account/members",
                page.text("school-start-devices"),
                page.text("school-start-devices-hint"),
            ),
            way(sponsors::LIST_PATH, page.text("sponsors-heading"), page.text("sponsors-hint")),
        ],
        page,
    }))
}
