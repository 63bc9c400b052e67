//! A browser without script, with its cookies.

use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::support::{Call, Cookies, Reply, Sandbox};

/// A browser at the library's pages.
pub struct Reader<'a> {
    sandbox: &'a Sandbox,
    cookies: Cookies,
    language: &'static str,
    agent: &'static str,
}

impl<'a> Reader<'a> {
    /// A browser of which nobody is signed in.
    pub fn guest(sandbox: &'a Sandbox) -> Self {
        Self { sandbox, cookies: Cookies::default(), language: "en", agent: "" }
    }

    /// A user of `demo.json` who signs in by the form; `guest` is a guest.
    pub async fn sign_in_as(sandbox: &'a Sandbox, user: &str) -> Self {
        let mut reader = Self::guest(sandbox);
        if user != "guest" {
            let user = sandbox.user(user);
            let (name, password) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
            let reply = reader.sign_in("/sign-in", name, password).await;
            assert_eq!(reply.status, 303, "{}", reply.text());
        }
        reader
    }

    /// The browser with another language.
    pub fn speaking(mut self, language: &'static str) -> Self {
        self.language = language;
        self
    }

    /// The browser with another user agent.
    pub fn with_agent(mut self, agent: &'static str) -> Self {
        self.agent = agent;
        self
    }

    /// Fills in the sign-in form at an address.
    pub async fn sign_in(&mut self, path: &str, name: &str, password: &str) -> Reply {
        let page = self.get(path).await.expect_status(200);
        let flow = hidden_field(&page.text(), "flow");
        self.post("/sign-in", &[("flow", &flow), ("username", name), ("password", password)]).await
    }

    /// Opens a page.
    pub async fn get(&mut self, path: &str) -> Reply {
        self.send(self.sandbox.get(path)).await
    }

    /// Opens a page and returns its text.
    pub async fn read(&mut self, path: &str) -> String {
        self.get(path).await.expect_status(200).text()
    }

    /// Opens a page again and again while it loads itself, as a browser does.
    pub async fn open_until_complete(&mut self, path: &str) -> Reply {
        loop {
            let reply = self.get(path).await;
            if !looks_again(&reply) {
                return reply.expect_status(200);
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    }

    /// Sends a form.
    pub async fn post(&mut self, path: &str, form: &[(&str, &str)]) -> Reply {
        self.send(self.sandbox.call(Method::POST, path).form(form).header("sec-fetch-site", "same-origin"))
            .await
    }

    /// Sends a form with the token of the page at `page`.
    pub async fn fill_in(&mut self, page: &str, action: &str, form: &[(&str, &str)]) -> Reply {
        let token = hidden_field(&self.read(page).await, "token");
        let form: Vec<(&str, &str)> = form.iter().copied().chain([("token", token.as_str())]).collect();
        self.post(action, &form).await
    }

    /// Presses the button of a form that only has its token: that of the page at `page`, sent to `action`.
    pub async fn press(&mut self, page: &str, action: &str) -> Reply {
        let text = self.read(page).await;
        assert!(text.contains(&format!("action=\"{action}\"")), "{page} has no form for {action}");
        let token = hidden_field(&text, "token");
        self.post(action, &[("token", &token)]).await
    }

    /// Sends a request with the cookies.
    pub async fn send(&mut self, call: Call) -> Reply {
        self.cookies
            .send(call.header("accept-language", self.language).header("user-agent", self.agent))
            .await
    }

    /// The value of a cookie.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        self.cookies.get(name)
    }

    /// Sets a cookie.
    pub fn keep(&mut self, name: &str, value: &str) {
        self.cookies.keep(name, value);
    }
}

/// A page as the server has sent it, for a browser that looks at a state that has passed (scripts/axe.mjs).
pub fn to_served_page(reply: &Reply) -> Value {
    // The browser gets the body as it is here.
    let headers = reply
        .headers
        .iter()
        .filter(|(name, _)| !["content-length", "content-encoding"].contains(&name.as_str()));
    let headers: Map<String, Value> =
        headers.map(|(name, value)| (name.to_string(), json!(value.to_str().unwrap()))).collect();
    json!({"status": reply.status, "body": reply.text(), "headers": headers})
}

/// Returns true if a page is about work in progress, and loads itself again without script.
pub fn looks_again(page: &Reply) -> bool {
    page.text().contains("<noscript><meta http-equiv=\"refresh\"")
}

/// The value of a hidden field.
pub fn hidden_field(page: &str, name: &str) -> String {
    let mark = format!("name=\"{name}\" value=\"");
    let (_, rest) = page.split_once(&mark).unwrap_or_else(|| panic!("no field {name}: {page}"));
    rest.split_once('"').unwrap().0.to_owned()
}

/// The fields of a form, with what a browser would send.
pub type FormValues = Vec<(String, String)>;

fn decode(text: &str) -> String {
    let signs = [("&#34;", "\""), ("&#39;", "'"), ("&#60;", "<"), ("&#62;", ">"), ("&#38;", "&")];
    signs.iter().fold(text.to_owned(), |text, (code, sign)| text.replace(code, sign))
}

fn attribute(tag: &str, name: &str) -> String {
    let value = tag.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split('"').next());
    decode(value.unwrap_or_default())
}

/// Reads the form of a page that is sent to an address.
pub fn read_form(page: &str, action: &str) -> FormValues {
    let mark = format!("<form method=\"post\" action=\"{action}\"");
    let (_, rest) = page.split_once(&mark).unwrap_or_else(|| panic!("no form for {action}: {page}"));
    let (mut values, mut select) = (Vec::new(), String::new());
    for part in rest.split("</form>").next().unwrap().split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap();
        let is_choice = tag.contains("type=\"checkbox\"") || tag.contains("type=\"radio\"");
        match tag.split(' ').next().unwrap() {
            "input" if !is_choice || tag.contains(" checked") => {
                values.push((attribute(tag, "name"), attribute(tag, "value")));
            }
            "textarea" => values.push((attribute(tag, "name"), decode(text.trim_start_matches('\n')))),
            "select" => select = attribute(tag, "name"),
            "option" if tag.contains(" selected") => {
                values.push((select.clone(), attribute(tag, "value")));
            }
            _ => {}
        }
    }
    values
}

/// Sends a form with some other values.
pub async fn send(
    reader: &mut Reader<'_>,
    action: &str,
    form: &[(String, String)],
    typed: &[(&str, &str)],
) -> Reply {
    for (name, _) in typed {
        assert!(form.iter().any(|(field, _)| field == name), "{name} is a field of the form");
    }
    let kept = form.iter().filter(|(name, _)| typed.iter().all(|(field, _)| field != name));
    let kept = kept.map(|(name, value)| (name.as_str(), value.as_str()));
    let values: Vec<(&str, &str)> = kept.chain(typed.iter().copied()).collect();
    reader.post(action, &values).await
}

/// The addresses of the links of a page, as HTML has them.
pub fn links(page: &str) -> Vec<String> {
    let hrefs = page.split("<a ").skip(1).filter_map(|rest| {
        let (tag, _) = rest.split_once('>')?;
        let (_, rest) = tag.split_once("href=\"")?;
        Some(rest.split_once('"')?.0.replace("&amp;", "&").replace("&#38;", "&"))
    });
    hrefs.collect()
}

/// The numbers of the titles that a page lists, in order.
pub fn titles(page: &str) -> Vec<i64> {
    let headings = page.split("class=\"book-title\"").skip(1);
    headings
        .map(|rest| {
            let (_, rest) = rest.split_once("href=\"/titles/").expect("a link to a title");
            rest.split_once('"').unwrap().0.parse().expect("a number")
        })
        .collect()
}

/// Returns true if the errors of a form are listed first, each with a link to its field, and said again
/// at the field, which refers to them.
pub fn has_tied_errors(page: &str) -> bool {
    let Some((_, rest)) = page.split_once("role=\"alert\"") else { return false };
    let (list, rest) = rest.split_once("</ul>").unwrap();
    let errors: Vec<(&str, &str)> = list
        .split("<li><a href=\"#")
        .skip(1)
        .map(|item| item.split_once("</a>").unwrap().0.split_once("\">").unwrap())
        .collect();
    let describes = |id: &str| {
        rest.split("aria-describedby=\"")
            .skip(1)
            .any(|ids| ids.split('"').next().unwrap().split(' ').any(|one| one == id))
    };
    !errors.is_empty()
        && errors.iter().all(|(field, text)| {
            let said = format!("id=\"{field}-error\">{text}<");
            rest.contains(&format!("id=\"{field}\""))
                && rest.contains(&said)
                && describes(&format!("{field}-error"))
        })
}
