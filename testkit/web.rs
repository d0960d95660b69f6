//! A web server on this computer.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// The server's answer to a request.
#[derive(Clone, Debug)]
pub enum Answer {
    File(String),
    /// An error status.
    Status(u16),
    /// Sends the caller to another path.
    Redirect(&'static str),
    /// Announces this many bytes and sends none.
    Announces(u64),
    /// Never answers.
    Silent,
}

/// A server on the loopback interface that runs until the process ends.
pub struct Server {
    address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a server with these answers by path; other paths have status 404.
    pub fn start(answers: &[(&'static str, Answer)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("has a port");
        let address = listener.local_addr().expect("is bound").to_string();
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let (seen, answers) = (Arc::clone(&asked), answers.to_vec());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (seen, answers) = (Arc::clone(&seen), answers.clone());
                thread::spawn(move || answer(stream, &seen, &answers));
            }
        });
        Self { address, asked }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The paths requested so far.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("not poisoned").clone()
    }
}

/// Answers one request. Clients may disconnect at any time.
fn answer(stream: TcpStream, seen: &Mutex<Vec<String>>, answers: &[(&str, Answer)]) {
    let mut reader = BufReader::new(stream);
    let mut request = String::new();
    if reader.read_line(&mut request).is_err() {
        return;
    }
    let path = request.split(' ').nth(1).unwrap_or_default().to_owned();
    seen.lock().expect("not poisoned").push(path.clone());
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        line.clear();
    }
    let plain = path.split('?').next().unwrap_or_default();
    let found = answers.iter().find(|(path, _)| *path == plain);
    let mut stream = reader.into_inner();
    let head = |status: &str| format!("HTTP/1.1 {status}\r\nConnection: close\r\n");
    let text = match found.map_or(&Answer::Status(404), |(_, answer)| answer) {
        Answer::File(text) => {
            let length = text.len();
            format!("{}Content-Length: {length}\r\n\r\n{text}", head("200 OK"))
        }
        Answer::Status(status) => {
            format!("{}Content-Length: 0\r\n\r\n", head(&format!("{status} So")))
        }
        Answer::Redirect(to) => {
            let to = format!("Location: {to}\r\nContent-Length: 0\r\n\r\n");
            head("302 Found") + &to
        }
        Answer::Announces(length) => {
            format!("{}Content-Length: {length}\r\n\r\n", head("200 OK"))
        }
        Answer::Silent => {
            // Until the client disconnects.
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
            return;
        }
    };
    let _ = stream.write_all(text.as_bytes());
}
