//! Publisher of a product, territories, and related products.

use std::io::{self, Write};

use domain::titles::Metadata;
use domain::{Territory, countries};

use super::{OPENSHELF_SOURCE, write_identifier};
use crate::markup::{XmlWriter, xml_line};
use crate::{Issue, Record};

pub(super) fn write_publishing<W: Write>(out: &mut XmlWriter<W>, record: &Record) -> io::Result<()> {
    let m = &record.metadata;
    let year = m.copyright_date.filter(|year| (1..=9999).contains(year)).map(|year| format!("{year:04}"));
    let said = |text: &Option<String>| text.as_deref().is_some_and(|text| !xml_line(text).is_empty());
    let copyright = year.is_some() || said(&m.copyright_holder);
    let country = m.origin_country.as_deref().and_then(countries::normalize);
    if !copyright && !said(&m.publisher) && country.is_none() && record.territory.is_none() {
        return Ok(());
    }
    out.write_nested("PublishingDetail", |out| {
        out.write_nested("Publisher", |out| {
            out.write_line("PublishingRole", "01")?;
            match m.publisher.as_deref().filter(|_| said(&m.publisher)) {
                Some(publisher) => out.write_line("PublisherName", publisher),
                // A publisher is required, but its name is optional.
                None => out.write_nested("PublisherIdentifier", |out| {
                    out.write_line("PublisherIDType", "01")?;
                    out.write_line("IDTypeName", OPENSHELF_SOURCE)?;
                    out.write_line("IDValue", "unknown")
                }),
            }
        })?;
        out.write_optional("CountryOfPublication", country)?;
        if copyright {
            out.write_nested("CopyrightStatement", |out| {
                out.write_optional("CopyrightYear", year)?;
                let holder = m.copyright_holder.as_deref().filter(|_| said(&m.copyright_holder));
                holder.map_or(Ok(()), |holder| {
                    out.write_lines("CopyrightOwner", &[(owner_element(m, holder), holder)])
                })
            })?;
        }
        record.territory.as_ref().map_or(Ok(()), |territory| write_rights(out, territory))
    })
}

/// A rights holder who is also a contributor is a person.
fn owner_element(m: &Metadata, holder: &str) -> &'static str {
    let person = m.contributors.iter().any(|one| one.display_name == holder && one.index_name.is_some());
    if person { "PersonName" } else { "CorporateName" }
}

/// Countries that are not stated as open are closed. Parts of countries are written if code list 49 has them:
/// US states and Canadian provinces.
fn write_rights<W: Write>(out: &mut XmlWriter<W>, territory: &Territory) -> io::Result<()> {
    let known = |state: &&String| {
        let islands = ["US-AS", "US-GU", "US-MP", "US-PR", "US-UM", "US-VI"].contains(&state.as_str());
        (state.starts_with("US-") || state.starts_with("CA-")) && !islands
    };
    let inside = |state: &&String| territory.worldwide || territory.countries.contains(&state[..2]);
    let states: Vec<&str> =
        territory.states.iter().filter(known).filter(inside).map(String::as_str).collect();
    let countries: Vec<&str> =
        territory.countries.iter().filter_map(|code| countries::normalize(code)).collect();
    let (kind, tag, places) = match (territory.states.is_empty(), territory.worldwide) {
        (false, _) if states.is_empty() => ("03", "RegionsIncluded", vec!["WORLD"]),
        (false, _) => ("02", "RegionsIncluded", states),
        (true, true) => ("02", "RegionsIncluded", vec!["WORLD"]),
        (true, false) if countries.is_empty() => ("03", "RegionsIncluded", vec!["WORLD"]),
        (true, false) => ("02", "CountriesIncluded", countries),
    };
    let everywhere = places == ["WORLD"];
    out.write_nested("SalesRights", |out| {
        out.write_line("SalesRightsType", kind)?;
        out.write_nested("Territory", |out| out.write_line(tag, &places.join(" ")))
    })?;
    if everywhere { Ok(()) } else { out.write_line("ROWSalesRightsType", "03") }
}

/// Other editions, and the title that replaces this one.
pub(super) fn write_related<W: Write>(
    out: &mut XmlWriter<W>,
    issue: &Issue,
    is_withdrawn: bool,
) -> io::Result<()> {
    let isbns: &[String] = if is_withdrawn { &[] } else { &issue.record.metadata.related_isbns };
    if isbns.is_empty() && issue.successor.is_none() {
        return Ok(());
    }
    out.write_nested("RelatedMaterial", |out| {
        for isbn in isbns {
            out.write_nested("RelatedProduct", |out| {
                out.write_line("ProductRelationCode", "06")?;
                write_identifier(out, "15", "", isbn)
            })?;
        }
        let Some(successor) = &issue.successor else { return Ok(()) };
        out.write_nested("RelatedProduct", |out| {
            // Replaced by.
            out.write_line("ProductRelationCode", "05")?;
            write_identifier(out, "01", OPENSHELF_SOURCE, &successor.reference)?;
            successor.isbn13.as_ref().map_or(Ok(()), |isbn| write_identifier(out, "15", "", isbn))
        })
    })
}
