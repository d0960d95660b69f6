use super::*;

#[test]
fn dump() {
    let Ok(dir) = std::env::var("DUMP") else {
        return;
    };
    for level in 0..12 {
        let mut game = LightBotPractice::new(&[]).expect("has levels");
        game.start(level);
        let mut rgb = vec![0; 3 * 960 * 720];
        for (i, c) in [
            Command::Forward,
            Command::Jump,
            Command::Left,
            Command::Right,
            Command::Light,
            Command::Call(1),
            Command::Call(2),
        ]
        .into_iter()
        .enumerate()
        {
            game.insert(0, i, c);
        }
        game.draw(&mut rgb);
        let mut out = b"P6\n960 720\n255\n".to_vec();
        out.extend(&rgb);
        std::fs::write(format!("{dir}/l{}.ppm", level + 1), out).expect("written");
    }
}
