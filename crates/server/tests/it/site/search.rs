//! /search: words, filters, orders and pages.

use serde_json::json;

use super::Reader;
use super::browser::{hidden_field, links, titles};
use crate::one;
use crate::support::{Sandbox, User};

/// The attributes and the text of each option of the field for categories; the first is for any category.
fn category_options(page: &str) -> Vec<(&str, &str)> {
    options(page, "category")
}

/// Returns the options of the field with this identifier.
fn options<'a>(page: &'a str, id: &str) -> Vec<(&'a str, &'a str)> {
    let (_, field) = page.split_once(&format!("<select id=\"{id}\"")).expect("the field");
    let options = field.split_once("</select>").unwrap().0.split("<option").skip(1);
    options.map(|option| option.split_once("</option>").unwrap().0.split_once('>').unwrap()).collect()
}

one! {
    async fn words_find_titles_and_filters_can_be_removed(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let page = guest.read("/search?words=ferry&format=BRF").await;
        assert!(page.contains("<h1>Books for “ferry”</h1>"), "{page}");
        assert!(titles(&page).contains(&sandbox.title("publicDomain")));
        let removing = links(&page);
        assert!(removing.contains(&"/search?format=BRF".to_owned()), "{removing:?}");
        assert!(removing.contains(&"/search?words=ferry".to_owned()), "{removing:?}");
    }

    async fn the_count_is_in_the_heading_and_in_the_title_of_the_window(sandbox: Sandbox) {
        let page = Reader::guest(sandbox).read("/search?words=ferry").await;
        let (_, heading) = page.split_once("<h2 id=\"results\">").unwrap();
        assert!(heading.starts_with("<span role=\"status\">One book found</span></h2>"), "{page}");
        assert!(page.contains("<title>Books for “ferry”: One book found – "), "{page}");
        assert!(page.contains("Search for a book</label>") && page.contains("aria-describedby=\"words-hint\""), "{page}");
        // Filters by accessibility are not among those that are folded away.
        let (before, _) = page.split_once("<details class=\"filters\"").unwrap();
        for filter in ["Can be read without sight", "Read aloud by", "Braille grade"] {
            assert!(before.contains(&format!("<summary>{filter}</summary>")), "{filter}: {page}");
        }
    }

    async fn every_filter_that_cannot_be_understood_has_a_name(sandbox: Sandbox) {
        let long = "x".repeat(5000);
        let names = [
            "words", "title", "author", "narrator", "isbn", "series", "format", "language", "category", "age", "voice",
            "publishedFrom", "publishedTo", "added", "inMyFormat", "inAllMyFormats", "nonvisualReading",
            "visualAdjustments", "narration", "accessibilityFeature", "excludedHazard", "brailleCode", "brailleGrade",
            "brailleVolumes",
        ];
        for language in ["en", "de", "es", "fr"] {
            let mut reader = Reader::guest(sandbox).speaking(language);
            for name in names {
                let page = reader.read(&format!("/search?{name}={long}")).await;
                let (_, said) = page.split_once("id=\"unknown\"").unwrap_or_else(|| panic!("{name}: {page}"));
                let (said, _) = said.split_once("</ul>").unwrap();
                assert!(!said.contains("access-") && !said.contains("field-"), "{language} {name}: {said}");
            }
        }
    }

    async fn nothing_found_says_what_else_to_do(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let page = guest.read("/search?words=ferry+xyzzy&format=BRF").await;
        assert!(page.contains("No books found") && page.contains("role=\"status\""), "{page}");
        let ways = links(&page);
        assert!(ways.contains(&"/search?words=ferry&format=BRF".to_owned()), "{ways:?}");
        assert!(page.contains("Without the word “xyzzy” (1)"), "{page}");
        assert!(!page.contains("Search without this filter"), "it would find nothing, either");
        assert!(page.contains("Is the book missing?"), "{page}");
        let page = guest.read("/search?words=ferry&language=spa").await;
        assert!(page.contains("Search without this filter: Language: Spanish (1)"), "{page}");
    }

    async fn a_spelling_is_suggested_and_never_taken_silently(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let page = guest.read("/search?words=fery").await;
        assert!(page.contains("No books found") && page.contains("Did you mean “ferry”? (1)"), "{page}");
        assert!(links(&page).contains(&"/search?words=ferry".to_owned()));
        let widened = guest.read("/search?words=fferry").await;
        assert!(widened.contains("No book has these words as they are written."), "{widened}");
        assert!(links(&widened).contains(&"/search?words=ferry".to_owned()));
    }

    async fn filters_that_exclude_everything_together_are_left_out_together(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let page = guest.read("/search?words=ferry&language=fr&voice=human").await;
        assert!(page.contains("No books found") && !page.contains("Search without this filter"), "{page}");
        assert!(page.contains("Search for “ferry” without filters (1)"), "{page}");
        assert!(!page.contains("Did you mean"), "the word is right: {page}");
        assert!(links(&page).contains(&"/search?words=ferry".to_owned()));
        // One filter is the only one that excludes everything, so the other stays.
        let page = guest.read("/search?words=ferry&format=BRF&language=fra").await;
        assert!(page.contains("Search without this filter: Language: French (1)"), "{page}");
        assert!(!page.contains("without filters"), "{page}");
        // Without words, or if they find nothing, all books are left.
        for query in ["language=fr&isbn=9780306406157&age=9", "words=qqqqzz&language=fr&voice=human"] {
            let page = guest.read(&format!("/search?{query}")).await;
            assert!(page.contains("Show all books") && !page.contains("without filters"), "{page}");
        }
    }

    async fn a_spelling_that_the_filters_exclude_is_suggested_without_them(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        for query in ["words=fery&language=fr", "words=fery&language=fr&voice=human"] {
            let page = guest.read(&format!("/search?{query}")).await;
            assert!(page.contains("Did you mean “ferry”? Search without filters (1)"), "{page}");
            assert!(!page.contains("Did you mean “ferry”? (") && !page.contains("Search for “fery”"), "{page}");
            assert!(links(&page).contains(&"/search?words=ferry".to_owned()));
        }
        let kept = guest.read("/search?words=fery&format=BRF").await;
        assert!(kept.contains("Did you mean “ferry”? (1)") && !kept.contains("without filters"), "{kept}");
        assert!(links(&kept).contains(&"/search?words=ferry&format=BRF".to_owned()));
    }

    async fn every_category_can_be_chosen(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let home = guest.read("/").await;
        let listed: Vec<&str> = home
            .split("href=\"/search?category=")
            .skip(1)
            .map(|rest| rest.split_once('>').unwrap().1.split_once(" <span").unwrap().0)
            .collect();
        assert!(listed.len() > 10, "{listed:?}");
        for query in ["more=yes", "category=Poetry"] {
            let page = guest.read(&format!("/search?{query}")).await;
            let offered = category_options(&page);
            for name in &listed {
                let text = |text: &str| text.starts_with(&format!("{name} ("));
                assert!(offered.iter().any(|(_, option)| text(option)), "{query}: {name}: {offered:?}");
            }
        }
        // The interface for apps has ten, as its contract says.
        let reply = sandbox.get("/v2/titles").query(&[("api_key", sandbox.key("app"))]).send().await.expect_status(200);
        assert_eq!(reply.json["categoryFacets"].as_array().unwrap().len(), 10);
    }

    async fn headings_in_english_are_marked_as_english(sandbox: Sandbox) {
        let chosen = "/search?more=yes&category=FICTION%20/%20Literary";
        let page = Reader::guest(sandbox).speaking("de").read(chosen).await;
        let offered = category_options(&page);
        // In the sandbox, only BISAC headings have parts.
        let (headings, own): (Vec<_>, Vec<_>) = offered.into_iter().skip(1).partition(|(_, text)| text.contains(" / "));
        assert!(headings.len() == 1 && headings.iter().all(|(tag, _)| tag.contains(" lang=\"en\"")), "{headings:?}");
        // The library's own categories are recognized together; one that looks like German stays unchanged.
        let (english, others): (Vec<_>, Vec<_>) = own.iter().partition(|(tag, _)| tag.contains(" lang=\"en\""));
        assert!(english.len() > 5 * others.len(), "{own:?}");
        assert!(others.iter().all(|(tag, _)| !tag.contains(" lang=")), "{others:?}");
        let page = Reader::guest(sandbox).read("/search?more=yes").await;
        assert!(category_options(&page).iter().all(|(tag, _)| !tag.contains(" lang=")), "like the page");
    }

    async fn a_language_is_offered_once_however_the_address_names_it(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        for code in ["fr", "fra", "fre", "FR", "fr-CA", "fr&language=fra"] {
            let page = guest.read(&format!("/search?language={code}")).await;
            let offered = options(&page, "language");
            let french: Vec<_> = offered.iter().filter(|(_, text)| text.starts_with("French")).collect();
            let [(tag, text)] = french.as_slice() else { panic!("{code}: {offered:?}") };
            assert!(tag.contains("value=\"fra\" selected") && text.starts_with("French ("), "{code}: {offered:?}");
            assert_eq!(offered.iter().filter(|(tag, _)| tag.contains(" selected")).count(), 1, "{code}: {offered:?}");
        }
        // A value that no title has stays in the form, by its name.
        let page = guest.read("/search?language=pl").await;
        assert!(options(&page, "language").contains(&(" value=\"pol\" selected", "Polish")), "{page}");
        assert!(page.contains("Language: Polish"), "{page}");
    }

    async fn all_formats_that_a_reader_reads_are_one_filter(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        assert!(!reader.read("/search?more=yes").await.contains("name=\"inAllMyFormats\""));
        let token = hidden_field(&reader.read("/account/preferences").await, "token");
        let form = [("token", token.as_str()), ("format", "BRF"), ("formats", "DAISY_AUDIO"), ("all", "yes")];
        reader.post("/account/preferences", &form).await.expect_status(303);
        let page = reader.read("/search?more=yes").await;
        let (_, rest) = page.split_once("<label for=\"inAllMyFormats\">In all my formats now: ").expect("the filter");
        let (label, _) = rest.split_once("</label>").unwrap();
        let count: usize = label.rsplit_once('(').unwrap().1.trim_end_matches(')').parse().unwrap();
        let found = titles(&reader.read("/search?inAllMyFormats=true").await);
        assert_eq!(found.len(), count, "{label}");
        let both = |format: &str| format!("/search?format={format}");
        let (braille, audio) =
            (titles(&reader.read(&both("BRF")).await), titles(&reader.read(&both("DAISY_AUDIO")).await));
        let expected: Vec<i64> = braille.into_iter().filter(|id| audio.contains(id)).collect();
        assert_eq!(found, expected);
        let user = User::sign_in(sandbox, "individual").await;
        let reply = user.get("/v2/titles?inAllMyFormats=true&limit=100").await.expect_status(200);
        assert_eq!(reply.json["totalResults"], json!(count));
        let guest = sandbox.get("/v2/titles").query(&[("api_key", sandbox.key("app")), ("inAllMyFormats", "true")]);
        guest.send().await.expect_status(401);
    }

    async fn the_format_that_a_reader_prefers_is_a_filter(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual2").await;
        assert!(!reader.read("/search?more=yes").await.contains("name=\"inMyFormat\""), "without a preference");
        let token = hidden_field(&reader.read("/account/preferences").await, "token");
        let form = [("token", token.as_str()), ("format", "DOCX"), ("all", "yes")];
        reader.post("/account/preferences", &form).await.expect_status(303);
        for other in ["", "&format=BRF&format=PDF", "&narration=human"] {
            let expected: Vec<i64> = {
                let all = titles(&reader.read(&format!("/search?more=yes{other}")).await);
                let docx = titles(&reader.read("/search?format=DOCX").await);
                all.into_iter().filter(|id| docx.contains(id)).collect()
            };
            let label = format!("<label for=\"inMyFormat\">In my format: Word ({})</label>", expected.len());
            let page = reader.read(&format!("/search?more=yes{other}")).await;
            assert!(page.contains(&label), "{label}: {page}");
            let chosen = reader.read(&format!("/search?inMyFormat=true{other}")).await;
            assert_eq!(titles(&chosen), expected, "{other}");
            assert!(chosen.contains(&label) && chosen.contains("name=\"inMyFormat\" value=\"true\" checked"), "{chosen}");
        }
        assert_eq!(Reader::guest(sandbox).get("/search?inMyFormat=true").await.status, 303, "a guest has none");
        let wrong = reader.read("/search?inMyFormat=no&inAllMyFormats=no").await;
        assert!(wrong.contains("<li>In my format: no</li>") && wrong.contains("<li>In all my formats now: no</li>"), "{wrong}");
    }

    async fn numbers_next_to_choices_are_exact(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let page = guest.read("/search?more=yes").await;
        let (_, rest) = page.split_once("<option value=\"spa\">").expect("Spanish titles");
        let (text, _) = rest.split_once('<').unwrap();
        let count: usize = text.trim_start_matches("Spanish (").trim_end_matches(')').parse().expect(text);
        let found = guest.read("/search?language=spa").await;
        assert_eq!(titles(&found).len(), count);
        // Another language can still be chosen, with its own number.
        assert!(found.contains("<option value=\"fra\">French ("), "{found}");
    }

    async fn invalid_filters_are_reported_and_ignored(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let page = guest.read("/search?format=VHS&age=old").await;
        assert!(page.contains("role=\"alert\"") && page.contains("<li>Formats: VHS</li>"), "{page}");
        // A condition with one field leads to it, and the field says what is wrong.
        assert!(page.contains("<li><a href=\"#age\">"), "{page}");
        assert!(page.contains("value=\"old\" aria-invalid=\"true\" aria-describedby=\"unknown\""), "{page}");
        assert!(!titles(&page).is_empty());
    }

    async fn words_and_fields_hold_at_the_same_time(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let words = titles(&guest.read("/search?words=the").await);
        let id = sandbox.title("publicDomain");
        let record = sandbox.get(&format!("/v2/titles/{id}")).query(&[("api_key", sandbox.key("app"))]);
        let record = record.send().await.expect_status(200).json;
        let word = record["authors"][0]["lastName"].as_str().unwrap();
        let both = titles(&guest.read(&format!("/search?words=the&author={word}")).await);
        assert!(!both.is_empty() && both.len() < words.len(), "{word}: {both:?} of {words:?}");
        assert!(both.iter().all(|id| words.contains(id)));
        for field in ["title", "author", "narrator"] {
            assert!(titles(&guest.read(&format!("/search?words=the&{field}=qqqqzz")).await).is_empty(), "{field}");
        }
        assert!(titles(&guest.read("/search?words=the&isbn=9780306406157").await).is_empty());
    }

    async fn other_values_of_a_chosen_filter_stay_with_their_numbers(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let all = guest.read("/search?more=yes").await;
        let page = guest.read("/search?voice=synthetic").await;
        let (_, rest) = page.split_once("<option value=\"synthetic\" selected>").unwrap_or_else(|| panic!("{page}"));
        let (text, _) = rest.split_once('<').unwrap();
        let count: usize = text.rsplit_once('(').unwrap().1.trim_end_matches(')').parse().expect(text);
        assert_eq!(titles(&page).len(), count, "{text}");
        let label = |page: &str| -> Option<String> {
            let (_, rest) = page.split_once("name=\"narration\" value=\"synthetic\"")?;
            Some(rest.split_once("</label>")?.0.rsplit_once('>')?.1.to_owned())
        };
        let narrowed = guest.read("/search?narration=synchronized").await;
        assert!(label(&all).is_some_and(|text| text.ends_with(')')) && label(&narrowed) == label(&all), "{narrowed}");
    }

    async fn titles_are_found_by_their_dates(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let mut years = std::collections::BTreeMap::new();
        for id in titles(&guest.read("/search").await) {
            let record = sandbox.get(&format!("/v2/titles/{id}")).query(&[("api_key", sandbox.key("app"))]);
            let record = record.send().await.expect_status(200).json;
            let year = &record["copyrightDate"];
            years.insert(id, year.as_i64().or_else(|| year.as_str()?.parse().ok()));
        }
        let known: Vec<i64> = years.values().copied().flatten().collect();
        let middle = known[known.len() / 2];
        let expected = |within: &dyn Fn(i64) -> bool| -> Vec<i64> {
            years.iter().filter(|(_, year)| year.is_some_and(within)).map(|(id, _)| *id).collect()
        };
        for (query, within) in [
            (format!("publishedFrom={middle}"), &(|year| year >= middle) as &dyn Fn(i64) -> bool),
            (format!("publishedTo={middle}"), &|year| year <= middle),
            (format!("publishedFrom={middle}&publishedTo={middle}"), &|year| year == middle),
        ] {
            let mut found = titles(&guest.read(&format!("/search?{query}")).await);
            found.sort_unstable();
            assert_eq!(found, expected(within), "{query}");
        }
        let page = guest.read("/search?added=7").await;
        assert!(page.contains("<option value=\"7\" selected>"), "{page}");
        let (_, rest) = page.split_once("<option value=\"365\">").expect("other periods stay");
        let count: usize = rest.split_once('<').unwrap().0.rsplit_once('(').unwrap().1.trim_end_matches(')').parse().unwrap();
        assert_eq!(titles(&guest.read("/search?added=365").await).len(), count);
        let wrong = guest.read("/search?publishedFrom=old").await;
        assert!(wrong.contains("<a href=\"#publishedFrom\">") && wrong.contains("value=\"old\" aria-invalid"), "{wrong}");
    }

    async fn a_search_has_its_feed_for_reading_apps(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        for query in [
            "words=the&format=BRF&format=EPUB3",
            "author=a&publishedFrom=1800&sort=year",
            "voice=synthetic&age=9",
            "words=qqqqzz",
            "nonvisualReading=yes&nonvisualReading=partly",
        ] {
            let page = guest.read(&format!("/search?{query}")).await;
            let (_, rest) = page.split_once("<link rel=\"alternate\" type=\"application/opds+json\" href=\"/opds/search").expect(&page);
            let address = format!("/opds/search{}", rest.split_once('"').unwrap().0.replace("&#38;", "&").replace("&amp;", "&"));
            let feed = sandbox.get(&address).send().await.expect_status(200).json;
            let found: Vec<i64> = feed["publications"].as_array().into_iter().flatten().map(|one| {
                let identifier = one["metadata"]["identifier"].as_str().unwrap();
                identifier.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
            }).collect();
            assert_eq!(found, titles(&page), "{query}: {address}");
        }
    }

    async fn pages_follow_one_another_in_both_directions(sandbox: Sandbox) {
        // The sandbox fits one page; a second one is asked for from its first title.
        let mut guest = Reader::guest(sandbox);
        let all = titles(&guest.read("/search").await);
        let last = titles(&guest.read("/search?before=last").await);
        assert_eq!(all, last);
    }

    async fn the_page_speaks_the_visitor_s_language(sandbox: Sandbox) {
        for (language, heading) in
            [("fr-CA,fr;q=0.8", "lang=\"fr\""), ("es", "lang=\"es\""), ("de-AT", "lang=\"de\""), ("ja", "lang=\"en\"")]
        {
            let page = Reader::guest(sandbox).speaking(language).read("/search").await;
            assert!(page.contains(&format!("<html {heading}")), "{language}");
        }
        // Titles keep their own.
        let page = Reader::guest(sandbox).speaking("de").read("/search?language=spa").await;
        assert!(page.contains("<bdi lang=\"es\" dir=\"ltr\">"), "{page}");
    }

    async fn filters_by_accessibility_find_what_the_interface_finds(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let page = guest.read("/search?more=yes").await;
        let mut tried = 0;
        for name in ["nonvisualReading", "visualAdjustments", "narration", "accessibilityFeature", "brailleGrade", "brailleVolumes"] {
            let mark = format!("name=\"{name}\" value=\"");
            for rest in page.split(&mark).skip(1) {
                let value = rest.split_once('"').unwrap().0;
                if value.is_empty() {
                    // "Any" has no number.
                    continue;
                }
                let (_, label) = rest.split_once("<label").unwrap();
                let count: usize = label.split_once(")</label>").unwrap().0.rsplit('(').next().unwrap().parse().unwrap();
                let found = titles(&guest.read(&format!("/search?{name}={value}")).await);
                let query = [("api_key", sandbox.key("app")), (name, value), ("limit", "100")];
                let reply = sandbox.get("/v2/titles").query(&query).send().await.expect_status(200);
                let known: Vec<i64> =
                    reply.json["titles"].as_array().unwrap().iter().map(|one| one["serviceId"].as_i64().unwrap()).collect();
                assert_eq!(found.len(), count, "{name}={value}");
                assert_eq!(found, known, "{name}={value}");
                tried += 1;
            }
        }
        assert!(tried >= 5, "{tried}");
    }
}
