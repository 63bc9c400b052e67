//! POST /v2/myAccount with `partnerIdToken` (docs/rules/accounts.md#rule-2): a partner with keys of its own,
//! made for the test.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair,
};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use reqwest::Method;
use serde_json::{Value, json};

use crate::each;
use crate::support::{Backend, Call, Library, ServedLibrary, current_time, field};

const ISSUER: &str = "https://id.partner.example";
const AUDIENCE: &str = "our-library";
const EMAIL: &str = "nora@fenn.example";

const FORM: [(&str, &str); 5] = [
    ("firstName", "Nora"),
    ("lastName", "Fenn"),
    ("emailAddress", EMAIL),
    ("country", "US"),
    ("dateOfBirth", "1990-02-03"),
];

/// A key pair: the private half signs, the public half is a JSON Web Key.
struct Pair {
    private: SigningKey,
    public: Value,
    id: &'static str,
}

enum SigningKey {
    Rsa(RsaKeyPair),
    Ec(EcdsaKeyPair),
}

fn base64(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

fn rsa(id: &'static str) -> Pair {
    let pair = RsaKeyPair::generate(KeySize::Rsa2048).unwrap();
    let number = |positive: aws_lc_rs::io::Positive<'_>| base64(positive.big_endian_without_leading_zero());
    let (n, e) = (number(pair.public_key().modulus()), number(pair.public_key().exponent()));
    let public = json!({"kty": "RSA", "kid": id, "use": "sig", "alg": "RS256", "n": n, "e": e});
    Pair { private: SigningKey::Rsa(pair), public, id }
}

fn ec(id: &'static str) -> Pair {
    let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap();
    let point = pair.public_key().as_ref();
    let (x, y) = (base64(&point[1..33]), base64(&point[33..65]));
    let public = json!({"kty": "EC", "crv": "P-256", "kid": id, "x": x, "y": y});
    Pair { private: SigningKey::Ec(pair), public, id }
}

/// A signed token (RFC 7515), written by hand: nothing of what reads it is used.
fn sign(pair: &Pair, claims: &Value) -> String {
    let algorithm = match &pair.private {
        SigningKey::Rsa(_) => "RS256",
        SigningKey::Ec(_) => "ES256",
    };
    let header = json!({"alg": algorithm, "kid": pair.id, "typ": "JWT"});
    let text = format!("{}.{}", base64(header.to_string().as_bytes()), base64(claims.to_string().as_bytes()));
    let random = SystemRandom::new();
    let signature = match &pair.private {
        SigningKey::Rsa(key) => {
            let mut signature = vec![0; key.public_modulus_len()];
            key.sign(&RSA_PKCS1_SHA256, &random, text.as_bytes(), &mut signature).unwrap();
            signature
        }
        SigningKey::Ec(key) => key.sign(&random, text.as_bytes()).unwrap().as_ref().to_vec(),
    };
    format!("{text}.{}", base64(&signature))
}

/// A token with good claims, one of them replaced; null takes it away.
fn token(pair: &Pair, name: &str, value: Value) -> String {
    let now = current_time().as_second();
    let mut claims = json!({
        "iss": ISSUER, "aud": AUDIENCE, "sub": "u-1", "iat": now, "exp": now + 300,
        "email": EMAIL.to_uppercase(), "email_verified": true,
    });
    claims[name] = value;
    claims.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    sign(pair, &claims)
}

/// A library that knows the partner by this place of its keys, and the key of an app that signs people up.
async fn serve(library: &Library, keys: &str) -> (ServedLibrary, String) {
    library.people();
    let app = library.command(&["admin", "clients", "create", "Sign-up", "--privilege", "signup"]);
    let environment = [
        ("OPENSHELF_PARTNER__ISSUER", ISSUER),
        ("OPENSHELF_PARTNER__AUDIENCE", AUDIENCE),
        ("OPENSHELF_PARTNER__KEYS", keys),
    ];
    (library.serve(&[], &environment).await, field(&app, "key"))
}

fn sign_up(server: &ServedLibrary, key: &str, form: &[(&str, &str)]) -> Call {
    server.call(Method::POST, "/v2/myAccount").query(&[("api_key", key)]).form(form)
}

fn form_with<'a>(token: &'a str, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    FORM.into_iter().chain([("partnerIdToken", token)]).chain(more.iter().copied()).collect()
}

/// A file with the public halves.
fn file(library: &Library, pairs: &[&Pair]) -> String {
    let path = library.dir.path().join("partner-keys.json");
    let keys: Vec<&Value> = pairs.iter().map(|pair| &pair.public).collect();
    let unknown = json!({"kty": "from the future", "kid": "x"});
    let all: Vec<&Value> = std::iter::once(&unknown).chain(keys).collect();
    std::fs::write(&path, json!({"keys": all}).to_string()).unwrap();
    path.display().to_string()
}

each! {
    async fn a_verified_address_takes_the_place_of_a_password(backend: Backend) {
        let library = Library::new(&backend);
        let pairs = [rsa("r1"), ec("e1")];
        let keys = file(&library, &[&pairs[0], &pairs[1]]);
        let (server, key) = serve(&library, &keys).await;
        for (number, pair) in pairs.iter().enumerate() {
            let email = format!("reader{number}@fenn.example");
            let token = token(pair, "email", json!(email.to_uppercase()));
            let mut form = form_with(&token, &[]);
            form[2].1 = &email;
            let reply = sign_up(&server, &key, &form).send().await.expect_status(201);
            assert_eq!(reply.json["username"], email.as_str());
            assert_eq!(reply.json["needsNewPassword"], true, "there is none yet");
            sign_up(&server, &key, &form).send().await.expect_error(409, "USER_EXISTS");
        }
        // A password may come with it, and keeps the rules.
        let token = token(&pairs[0], "sub", json!("u-2"));
        sign_up(&server, &key, &form_with(&token, &[("password", "short")])).send().await
            .expect_error(400, "INVALID_PASSWORD");
        let form = form_with(&token, &[("password", "rivers-and-7")]);
        let reply = sign_up(&server, &key, &form).send().await.expect_status(201);
        assert_eq!(reply.json["needsNewPassword"], false);
        server.program.terminate();
    }

    async fn an_invalid_token_is_refused_by_name(backend: Backend) {
        let library = Library::new(&backend);
        let (known, unknown, other) = (rsa("r1"), rsa("r2"), rsa("r1"));
        let keys = file(&library, &[&known]);
        let (server, key) = serve(&library, &keys).await;
        let now = current_time().as_second();
        let mut forged = token(&known, "sub", json!("u-1"));
        forged.replace_range(forged.len() - 8.., "AAAAAAAA");
        // "HS256" with the public key as the secret, as some libraries once believed.
        let claims = base64(json!({"iss": ISSUER}).to_string().as_bytes());
        let symmetric = format!("{}.{claims}.AAAA", base64(br#"{"alg":"HS256","kid":"r1"}"#));
        let unsigned = format!("{}.{claims}.", base64(br#"{"alg":"none"}"#));
        for (token, said) in [
            (token(&known, "iss", json!("https://evil.example")), "issued by the partner"),
            (token(&known, "aud", json!("somebody")), "for this library"),
            (token(&known, "exp", json!(now - 61)), "expired"),
            (token(&known, "exp", Value::Null), "must state"),
            (token(&known, "aud", json!(7)), "must state"),
            (token(&known, "nbf", json!(now + 600)), "not valid yet"),
            (token(&known, "email_verified", json!(false)), "verified"),
            (token(&known, "email", Value::Null), "verified"),
            (token(&known, "email", json!("somebody@else.example")), "must be emailAddress"),
            (token(&unknown, "sub", json!("u-1")), "key of the partner"),
            (token(&other, "sub", json!("u-1")), "signed by the partner"),
            (forged, "signed by the partner"),
            (symmetric, "RS256 or ES256"),
            (unsigned, "identity token"),
            ("nonsense".to_owned(), "identity token"),
            ("a.b.c".to_owned(), "identity token"),
        ] {
            let reply = sign_up(&server, &key, &form_with(&token, &[])).send().await;
            let reply = reply.expect_error(400, "INVALID_PARAMETER");
            let message = reply.json["messages"][0].as_str().unwrap();
            assert!(message.starts_with("partnerIdToken: ") && message.contains(said), "{said}: {message}");
        }
        sign_up(&server, &key, &FORM).send().await.expect_error(400, "MISSING_PARAMETER");
        server.program.terminate();
    }

    async fn keys_are_fetched_once_and_again_when_one_is_new(backend: Backend) {
        let library = Library::new(&backend);
        let (old, new) = (ec("old"), ec("new"));
        let partner = Partner::start(&json!({"keys": [old.public]}));
        let (server, key) = serve(&library, &partner.address).await;
        for n in 0..3 {
            let email = format!("reader{n}@fenn.example");
            let token = token(&old, "email", json!(email));
            let mut form = form_with(&token, &[]);
            form[2].1 = &email;
            sign_up(&server, &key, &form).send().await.expect_status(201);
        }
        assert_eq!(partner.request_count.load(Ordering::SeqCst), 1, "they are kept");
        // New keys are not fetched for each unknown key id, to spare the partner.
        *partner.answer.lock().unwrap() = json!({"keys": [new.public]}).to_string();
        for _ in 0..3 {
            let token = token(&new, "sub", json!("u"));
            let reply = sign_up(&server, &key, &form_with(&token, &[])).send().await;
            assert!(matches!(reply.status, 201 | 400 | 409), "{}", reply.text());
        }
        assert!(partner.request_count.load(Ordering::SeqCst) <= 2);
        server.program.terminate();
    }

    async fn without_a_partner_no_token_is_taken(backend: Backend) {
        let library = Library::new(&backend);
        library.people();
        let app = library.command(&["admin", "clients", "create", "Sign-up", "--privilege", "signup"]);
        let server = library.serve(&[], &[]).await;
        let token = token(&ec("e"), "sub", json!("u"));
        let reply = sign_up(&server, &field(&app, "key"), &form_with(&token, &[])).send().await;
        reply.expect_error(400, "INVALID_PARAMETER");
        server.program.terminate();
    }

    async fn an_unreachable_partner_is_reported_as_unavailable(backend: Backend) {
        let library = Library::new(&backend);
        let gone = crate::support::free_address();
        let (server, key) = serve(&library, &format!("http://{gone}/keys")).await;
        let token = token(&ec("e"), "sub", json!("u"));
        for _ in 0..2 {
            let reply = sign_up(&server, &key, &form_with(&token, &[])).send().await;
            reply.expect_error(500, "INTERNAL_ERROR");
        }
        server.program.terminate();
    }
}

/// The partner's server of keys.
struct Partner {
    address: String,
    request_count: Arc<AtomicUsize>,
    answer: Arc<Mutex<String>>,
}

impl Partner {
    fn start(keys: &Value) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/keys", listener.local_addr().unwrap());
        let (asked, answer) = (Arc::<AtomicUsize>::default(), Arc::new(Mutex::new(keys.to_string())));
        let (counter, text) = (Arc::clone(&asked), Arc::clone(&answer));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let _ = stream.read(&mut [0; 4096]);
                counter.fetch_add(1, Ordering::SeqCst);
                let body = text.lock().unwrap().clone();
                let head =
                    format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
                let _ = stream.write_all(format!("{head}{body}").as_bytes());
            }
        });
        Self { address, request_count: asked, answer }
    }
}
