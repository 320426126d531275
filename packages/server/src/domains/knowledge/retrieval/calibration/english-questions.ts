/** The English half of the stock; see `russian-questions.ts`. */
export const englishQuestions = `
who painted the mona lisa
how far is the moon from the earth
what year did the berlin wall fall
capital of new zealand
why is the sea salty
what does carpe diem mean
who won the match last night
whats 15 percent of 340
which movies are out this weekend
tell me a joke
will it rain in london tomorrow
how long do you boil an egg
easy pancake recipe without milk
how do i get red wine out of a carpet
my puppy keeps chewing my shoes
how long do hamsters live
why wont my cat eat dry food
when should i plant tomatoes
how often do you water an orchid
how to get rid of aphids on roses
calories in a banana
how to lose belly fat fast
can i drink coffee while pregnant
what helps against a sore throat
what is a normal temperature for a baby
how long does chickenpox last
difference between flu and a cold
my tooth hurts what can i take
i cant sleep any tips
who was nikola tesla
what is the longest river in africa
where is lake titicaca
how old is the king
who invented the telephone
what is glass made of
heaviest metal on earth
how does a fridge work
what do hedgehogs eat
why do camels have humps
what time is sunset today
dollar to euro right now
is it a good time to buy bitcoin
what interest do you pay on savings
can i remortgage early
how do i register as self employed
where do i get a police certificate
how can i renew my driving licence
do i need a visa for japan
how long does a passport take
can i claim tax back on my uniform
what is the fine for speeding
my neighbours are too loud what can i do
how do i evict a tenant
how much does a divorce cost
can they fire me while i am on sick leave
how is holiday pay calculated
how much redundancy do i get
when does the school year start
how old do you have to be to vote
what papers do i need to adopt a child
how do i get power of attorney for my dad
how much is an oil change
my car clicks but wont start
what tyre pressure for a golf
do you do wheel alignment on vans
there is a knocking noise from the front axle
what would it cost to respray a bumper
book me a manicure on saturday
do you do balayage on long hair
how long does a lash lift last
do your barbers cut kids hair
is a chemical peel ok in summer
can i see a dentist today
how much are invisible braces
do you take out wisdom teeth under anaesthetic
is there an ear doctor in on sundays
do i have to fast before an ultrasound
where can i get my vitamin d tested
what does it cost to neuter a cat
can dogs get a vaccine against ticks
my dog ate chocolate help
any sea view rooms left in august
can we check in with a labrador
is breakfast a buffet
do you run a shuttle to the airport
is the pool heated in winter
table for two at eight please
do you have a vegan menu
which of your pizzas is the hottest
is there sushi without raw fish
how strong is the cider
can you print a photo on a birthday cake
do you have peonies right now
how much for a hundred roses
do you engrave headstones
how many square feet is the two bedroom flat
do you let apartments by the night
do i need planning permission for a conservatory
best way to insulate a loft
how long does screed take to dry
which laminate is best for a kitchen
how long would a new bathroom take
who comes to measure the windows
why do my windows fog up on the inside
how do i unblock a sink
washing machine wont drain
dishwasher shows error e15
fridge is humming but not cold
tv cant find the console
laptop wont turn on black screen
how do i remove a virus from my phone
cracked screen on my iphone how much to fix
how many gigs are in the unlimited plan
why is my internet slow at night
how do i set up call forwarding
my bank code text never arrives
i forgot the pin of my sim card
how can i recover deleted photos
whats the wifi password
how do i add up a column in excel
is python better than java
how to install linux next to windows
can you build me a website
do you run google ads for small shops
how much is a logo
do you print business cards while i wait
i need my diploma translated and notarised
spanish lessons for complete beginners
do you tutor maths for exams
price of one driving lesson
do you take three year olds for swimming
what do i wear to karate
is the first yoga class free
can i freeze my gym membership
tickets for the coldplay concert
when does the play start on friday
is the new batman film still on
do you host kids parties with a clown
how many guests fit in the ballroom
we need a photographer for a wedding in july
does your band play weddings
how much is a hot air balloon ride
what fish are biting this week
when does duck season open
where can i go horse riding
which skis should a beginner get
what is the cost of chartering a yacht
two weeks in greece for a family of four
any last minute cruises
how long is the flight to tokyo
can i bring whisky in hand luggage
is train 104 late
which bus goes to the stadium
taxi to the airport price
can you move a piano to the fifth floor
i need two movers tomorrow morning
do you rent out cement mixers
price of a ton of gravel
which sand for a patio
do you cut boards to length
what grade of concrete for a driveway
how long until a septic tank is fitted
do you drill wells in winter
do you sell manure by the bag
do you take waste paper
where do i recycle batteries
will you pick up my old sofa for the dump
dry cleaning a down jacket how much
can you clean a persian rug
can you take in a dress at the waist
the zip on my boot is broken
can you copy a fob key
locked out can you open my door
do you deal with cockroaches
do you clean windows on the ninth floor
looking for a nanny for twins
need a carer for my mother with dementia
are you hiring drivers
what does a bus driver earn
any openings for an accountant
do you take interns in summer
who is your chief executive
how many people work at google
which stocks should i buy
can i get a loan with bad credit
car insurance for a new driver
do you insure against flooding
how do i unfreeze my bank account
what does the death tarot card mean
my horoscope for this week
name ideas for a baby boy
what does it mean to dream of water
what do i give my mother in law for her sixtieth
how do i ask my boss for a raise
she hasnt texted me in three days
write me a poem about autumn
a book like harry potter for grown ups
translate i miss you into french
how many calories does running burn
how do i get a six pack
which protein powder is best
set an alarm for seven
turn the music up
switch off the kitchen light
remind me to call grandma tomorrow
whats in the news
can you draw
are you even human
`
  .trim()
  .split('\n');
