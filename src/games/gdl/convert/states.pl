
PREstart(S) :- findall(F, init(F), Fs), sort(Fs, S).

PREover(S) :- PREenter(S, []), once(terminal).
